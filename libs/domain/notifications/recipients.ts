import type { NotificationPreferences } from '@dosar/contracts';

/**
 * Who is to be notified of what, and their unread notifications: enough to notify once. Without names, and small enough for
 * memory.
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
      /** When and by whom the newest message was sent, in milliseconds, and the newest of anybody else. */
      readonly newest: { readonly by: string; readonly at: number; readonly before: number };
    }
  | ({ readonly kind: 'window' } & Window)
  /** An unread group of notifications of a person. */
  | {
      readonly kind: 'open';
      /** The notification, and when it was raised; null when it was read, so that another one is raised. */
      readonly told: { readonly id: string; readonly position: string; readonly at: number } | null;
      readonly windowId: string | null;
      /** Events for which a notification is not raised yet. */
      readonly due: readonly Due[];
    }
  /** The position at which somebody had read everything. */
  | { readonly kind: 'inbox'; readonly readAt: string };

export type RowOf<K extends RecipientsRow['kind']> = Extract<RecipientsRow, { kind: K }>;
/** All rows of this view are internal: none is shown. */
export type NoRow = null;
export type Recipients = { readonly [K in RecipientsRow['kind']]: RowOf<K> };
export type People = Pick<Recipients, 'user' | 'firm' | 'client' | 'talk'>;

/** Groups what one person does of one kind for one client within some minutes. */
export type Window = { readonly id: string; readonly startedAt: number; readonly number: number };
export type Due = { readonly id: string; readonly windowId: string | null; readonly number: number };

/** The id of the row for a group of a person's notifications. */
export const openKey = (userId: string, together: string): string => `${userId} ${together}`;

/** The accountants of a firm who are notified when none is assigned: nobody, where only assigned ones see a client. */
const ofFirm = (firm: RowOf<'firm'> | null): readonly string[] => (firm?.isForAll ? firm.accountants : []);

/** The other side of a client: accountants for what its users do, its users for what is done for it. */
export const othersOf = (
  role: string | null,
  client: RowOf<'client'> | null,
  firm: RowOf<'firm'> | null,
): readonly string[] => {
  if (!client || role === null) return [];
  if (role !== 'user') return client.users;
  return client.accountants.length > 0 ? client.accountants : ofFirm(firm);
};
