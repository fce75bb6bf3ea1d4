import { put, view, type Rows, type Write } from '@dosar/kernel';
import type { Mandate } from '@dosar/contracts';
import type { ClientEvent } from '../identity/client.events';
import type { FirmEvent } from '../identity/firm.events';
import type { UserEvent } from '../identity/user.events';
import {
  forgetReference,
  lookUp,
  names,
  referenceTo,
  remember,
  renameReference,
  updateShown,
  type Names,
  type ReferenceName,
} from '../reference-names';
import type { MandateEvent } from './mandate.events';

const showName = (row: Mandate, { nameOf, name, email }: ReferenceName): Mandate => {
  const shown = <T extends { readonly id: string; readonly name: string | null }>(each: T): T =>
    each.id === nameOf ? { ...each, name } : each;
  const { auditor, appointed_by, scope } = row;
  return {
    ...row,
    auditor: auditor.id === nameOf ? { id: nameOf, name, email } : auditor,
    appointed_by: appointed_by && shown(appointed_by),
    scope: { firm: shown(scope.firm), clients: scope.clients && scope.clients.map(shown) },
  };
};

const rename = (rows: Rows<Mandate, Names>, id: string, name: { readonly to: string | null } | undefined) =>
  name ? renameReference(rows, id, { name: name.to }, showName) : [];

const change = (rows: Rows<Mandate, Names>, id: string, more: Partial<Mandate>): Promise<Write<Mandate>[]> =>
  updateShown(rows, id, (row) => ({ ...row, ...more }));

/** The mandates of auditors: those that last, and what is left of those that have ended. */
export const mandates = view<MandateEvent | UserEvent | FirmEvent | ClientEvent, Mandate, Names>()({
  view: 'mandates',
  version: 1,
  columns: { user_id: 'text', firm_id: 'text', open: 'integer', appointed: 'text' },
  indexes: [['appointed'], ['firm_id', 'appointed'], ['user_id']],
  beside: names,
  columnsOf: ({ auditor, scope, ended_at, appointed_at }) => ({
    user_id: auditor.id,
    firm_id: scope.firm.id,
    open: ended_at === null ? 1 : 0,
    appointed: appointed_at,
  }),
  subjectsOf: ({ auditor, scope, appointed_by }) => [
    auditor.id,
    scope.firm.id,
    ...(scope.clients ?? []).map(({ id }) => id),
    ...(appointed_by ? [appointed_by.id] : []),
  ],
  audienceOf: () => 'installation',
  resource: { type: 'mandate', nameOf: ({ auditor }) => auditor.name },

  forgets: {
    mandate: ({ id }, rows) => updateShown(rows, id, (row) => ({ ...row, purpose: null })),
    user: ({ id }, rows) => forgetReference(rows, id, showName),
    firm: ({ id }, rows) => forgetReference(rows, id, showName),
    client: ({ id }, rows) => forgetReference(rows, id, showName),
  },

  on: {
    UserRegistered: ({ name, email }, { resource }) => remember(resource.id, name, email),
    UserProfileChanged: ({ name }, { resource }, rows) => rename(rows, resource.id, name),
    UserEmailChanged: ({ to }, { resource }, rows) => renameReference(rows, resource.id, { email: to }, showName),
    FirmRegistered: ({ name }, { resource }) => remember(resource.id, name),
    FirmDetailsChanged: ({ name }, { resource }, rows) => rename(rows, resource.id, name),
    ClientRegistered: ({ societate }, { resource }) => remember(resource.id, societate),
    ClientDetailsChanged: ({ societate }, { resource }, rows) => rename(rows, resource.id, societate),

    AuditorAppointed: async ({ userId, scope, period, purpose, until }, { resource, actor, occurredAt }, rows) => {
      const { id, name, email } = await lookUp(rows, userId);
      const clients = scope.clientIds && (await Promise.all(scope.clientIds.map((each) => referenceTo(rows, each))));
      return put<Mandate>(resource.id, {
        id: resource.id,
        auditor: { id, name, email },
        scope: { firm: await referenceTo(rows, scope.firmId), clients },
        period,
        purpose,
        until,
        appointed_at: occurredAt,
        appointed_by: actor.kind === 'user' ? await referenceTo(rows, actor.id) : null,
        ended_at: null,
        ended_why: null,
      });
    },
    MandateProlonged: ({ until }, { resource }, rows) => change(rows, resource.id, { until: until.to }),
    MandateEnded: ({ why }, { resource, occurredAt }, rows) =>
      change(rows, resource.id, { ended_at: occurredAt, ended_why: why }),
  },
});
