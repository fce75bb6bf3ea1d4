import type { NotificationPreferences } from '@dosar/contracts';

/**
 * Who is to be told of what, and what they were told of and have not read: as much as is needed to tell of things once.
 * Without names; small enough to be in memory.
 */
export type RecipientsRow =
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly role: string;
      readonly firmId: string | null;
      readonly clientIds: readonly string[];
      readonly isActive: boolean;
      readonly preferences: NotificationPreferences;
    }
  | {
      readonly kind: 'firm';
      readonly id: string;
      readonly isForAll: boolean;
      readonly accountants: readonly string[];
    }
  | {
      readonly kind: 'client';
      readonly id: string;
      readonly firmId: string;
      readonly users: readonly string[];
      readonly accountants: readonly string[];
    }
  | {
      readonly kind: 'talk';
      readonly id: string;
      readonly participants: readonly string[];
      /** When the newest message was sent, in milliseconds, by whom, and the newest of anybody else. */
      readonly newest: { readonly by: string; readonly at: number; readonly before: number };
    }
  | ({ readonly kind: 'window' } & Window)
  /** What somebody is told of together, and has not read. */
  | {
      readonly kind: 'open';
      /** The notification; null when it was read, and another one is to be raised. */
      readonly told: { readonly id: string; readonly position: string } | null;
      readonly windowId: string | null;
      /** Events that are to be told of and were not yet. */
      readonly due: readonly Due[];
    }
  /** Where somebody had read everything. */
  | { readonly kind: 'inbox'; readonly readAt: string };

export type RowOf<K extends RecipientsRow['kind']> = Extract<RecipientsRow, { kind: K }>;
/** All of them are the view's own: there are none that are shown. */
export type NoRow = null;
export type Recipients = { readonly [K in RecipientsRow['kind']]: RowOf<K> };

/** What one person does of one kind for one client within some minutes. */
export type Window = { readonly id: string; readonly startedAt: number; readonly number: number };
export type Due = { readonly id: string; readonly windowId: string | null; readonly number: number };

/** Where it is kept what somebody is told of together. */
export const openKey = (userId: string, together: string): string => `${userId} ${together}`;

/** Those of a firm who are told when none of them is assigned: where only the assigned see a client, nobody. */
const ofFirm = (firm: RowOf<'firm'> | null): readonly string[] => (firm?.isForAll ? firm.accountants : []);

/** Those on the other side of a client: what its user does is told the accountants, what is done for it its users. */
export const othersOf = (
  role: string | null,
  client: RowOf<'client'> | null,
  firm: RowOf<'firm'> | null,
): readonly string[] => {
  if (!client || role === null) return [];
  if (role !== 'user') return client.users;
  return client.accountants.length > 0 ? client.accountants : ofFirm(firm);
};
