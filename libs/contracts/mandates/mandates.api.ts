import { z } from 'zod';
import { Moment } from '../audit/audit.values';
import { endpoint, Flag, IdParam, oneOf, pageOf, Paging, StoodAt } from '../endpoint';
import { ClientId, FirmId } from '../ids';
import { Email, Language, PersonName } from '../identity/identity.values';
import { Mandate, MandateReport } from './mandates.view';
import { MANDATE_LIMITS, Purpose } from './mandates.values';

/** A time with its offset. */
const Until = z.iso.datetime({ offset: true });

export const mandatesApi = {
  list: endpoint({
    method: 'GET',
    path: '/mandates',
    summary: 'The mandates of auditors, the newest first, ended ones included.',
    query: Paging.extend({
      /** Only those that last, or only those that have ended. */
      open: Flag.optional(),
    }),
    status: 200,
    reply: pageOf('mandates', Mandate),
    view: 'mandates',
  }),
  appoint: endpoint({
    method: 'POST',
    path: '/mandates',
    summary:
      'Appoints an auditor: an account that sees what is in scope as it was in a period, writes nothing, and is mailed an invitation. A person has one open mandate at a time.',
    body: z.strictObject({
      /** The address to sign in with: of nobody yet, or of an auditor whose mandate has ended. */
      email: Email,
      /** The name of the person. */
      name: PersonName,
      /** A firm, or clients of one firm. */
      scope: z.union([
        z.strictObject({
          /** All clients of this firm. */
          firm_id: FirmId,
        }),
        z.strictObject({
          /** These clients, all of one firm. */
          client_ids: z.array(ClientId).min(1).max(MANDATE_LIMITS.clients),
        }),
      ]),
      /** The time that is looked into. */
      period: z.strictObject({
        /** When it begins: a day or an instant. */
        from: Moment,
        /** When it is over; a day counts whole. */
        to: Moment,
      }),
      /** What it is for. */
      purpose: Purpose,
      /** When the access ends by itself: a week from now where it is not said, and a year at most. */
      until: Until.optional(),
      /** Of the invitation. */
      language: Language.optional(),
    }),
    status: 201,
    reply: oneOf('mandate', Mandate),
    refuses: ['ALREADY_EXISTS'],
  }),
  prolong: endpoint({
    method: 'PATCH',
    path: '/mandates/:id',
    summary: 'Lets a mandate that has not ended last longer or shorter.',
    params: IdParam,
    body: z.strictObject({
      /** When the access ends by itself: in the future, and at most a year from when the mandate was made. */
      until: Until,
    }),
    status: 200,
    reply: oneOf('mandate', Mandate),
    refuses: ['INVALID_TRANSITION'],
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/mandates/:id',
    summary: 'Ends a mandate, and with it all access, at once; its report stays.',
    params: IdParam,
    status: 204,
    refuses: ['INVALID_TRANSITION'],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/mandates/mine',
    summary: 'The mandate of the auditor who calls, with the clients that can be looked into.',
    status: 200,
    reply: z.object({
      mandate: Mandate,
      /** The clients in scope, by name as it was at the end of the period. */
      clients: z.array(z.object({ id: ClientId, /** Its name. */ name: z.string().nullable() })),
      /** Whether there are more clients than are listed. */
      clients_is_more: z.boolean(),
      /** As of which instant they were called so. */
      at: StoodAt,
    }),
    view: 'mandates',
    // names are those of the end of the period
    isTagged: false,
  }),
  ofFirm: endpoint({
    method: 'GET',
    path: '/firms/:id/auditors',
    summary:
      'Who audits a firm or clients of it: what for, until when, and what was opened; those who have ended included, the newest first.',
    params: IdParam,
    query: Paging,
    status: 200,
    reply: pageOf('auditors', MandateReport),
    view: 'mandates',
    // what was opened is read from another view
    isTagged: false,
  }),
} as const;
