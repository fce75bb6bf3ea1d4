import type { Account } from './call';

/** Whose turn it is when something is done for somebody: that of their companies, and of who has none their own. */
export const partyOf = ({ id, clientIds }: Pick<Account, 'id' | 'clientIds'>): string =>
  clientIds.length > 0 ? clientIds.toSorted().join() : id;
