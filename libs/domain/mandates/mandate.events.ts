import { z } from 'zod';
import type { ClientId as AClient, FirmId as AFirm } from '@dosar/contracts';
import { events, personal, shape, WHOLE, type EventOf } from '@dosar/kernel';
import { change } from '../change';
import { ClientId, FirmId, UserId } from '../event-values';

/** The mandate of an auditor, one stream each: whose documents of which time somebody may see, what for, and until when. */
export const MandateEvents = events(
  'mandate',
  {
    /** `clientIds`: null for all clients of the firm. `period.to` is the first instant that no longer belongs to it. */
    AuditorAppointed: shape(
      z.object({
        userId: UserId,
        scope: z.object({ firmId: FirmId, clientIds: z.array(ClientId).nullable() }),
        period: z.object({ from: z.string(), to: z.string() }),
        purpose: personal('content', z.string()),
        until: z.string(),
      }),
    ),
    MandateProlonged: shape(z.object({ userId: UserId, until: change(z.string()) })),
    MandateEnded: shape(z.object({ userId: UserId, why: z.enum(['by_hand', 'time', 'scope', 'account']) })),
  },
  (id) => `mandate:${id}/${WHOLE}`,
);
export type MandateEvent = EventOf<typeof MandateEvents>;

/** What an auditor may see: clients of a firm, as they were in a period, until it ends. */
export type OpenMandate = {
  readonly id: string;
  readonly firmId: AFirm;
  /** null: all clients of the firm. */
  readonly clientIds: readonly AClient[] | null;
  /** `to` no longer belongs to it. */
  readonly period: { readonly from: string; readonly to: string };
  readonly until: string;
};
