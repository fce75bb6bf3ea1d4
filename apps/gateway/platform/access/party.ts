import type { Account } from './call';

/** Who is charged for work: a client's user shares a turn with their companies, others have their own. */
export const partyOf = ({ id, clientIds }: Pick<Account, 'id' | 'clientIds'>): string =>
  clientIds.length > 0 ? clientIds.toSorted().join() : id;
