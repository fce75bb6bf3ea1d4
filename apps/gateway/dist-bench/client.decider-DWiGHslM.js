import './rolldown-runtime-BowF1xt-.js';
import { events, personal, refuse, shape } from './kernel.js';
import {
  d as Quota,
  i as isEmpty,
  n as changed,
  p as TaxType,
  r as changesOf,
  t as change,
} from './change-B11VLSXf.js';
import { n as Day, r as Id } from './rules-DQCKD-P6.js';
import { z } from 'zod';
// libs/domain/identity/client.events.ts
const text = personal(z.string());
const facts = {
  cui: z.string(),
  registrulComertului: z.string().nullable(),
  dataInregistrarii: Day.nullable(),
  impozit: TaxType,
  platitorTva: z.boolean(),
  quota: Quota,
};
const texts = {
  societate: text,
  reprezentant: text,
  phone: text,
  email: text,
  companyEmail: text,
  address: text,
};
const ClientEvents = events(
  'client',
  {
    ClientRegistered: shape(
      z.object({
        firmId: Id,
        ...facts,
        ...texts,
      }),
    ),
    ClientDetailsChanged: shape(
      z
        .object({
          cui: change(facts.cui),
          registrulComertului: change(facts.registrulComertului),
          dataInregistrarii: change(facts.dataInregistrarii),
          impozit: change(facts.impozit),
          platitorTva: change(facts.platitorTva),
          quota: change(facts.quota),
          societate: change(text),
          reprezentant: change(text),
          phone: change(text),
          email: change(text),
          companyEmail: change(text),
          address: change(text),
        })
        .partial(),
    ),
    ClientDeleted: shape(
      z.object({
        firmId: Id,
        cui: z.string(),
        societate: text,
      }),
    ),
    ClientUserLinked: shape(z.object({ userId: Id })),
    ClientUserUnlinked: shape(z.object({ userId: Id })),
    AccountantAssigned: shape(z.object({ accountantId: Id })),
    AccountantUnassigned: shape(z.object({ accountantId: Id })),
  },
  (id) => `client:${id}`,
);
// libs/domain/identity/client.decider.ts
const client = {
  events: ClientEvents,
  initial: () => ({
    details: null,
    users: [],
    accountants: [],
  }),
  decide: {
    RegisterClient: (details, state) =>
      state.details
        ? refuse('client/exists')
        : [
            {
              type: 'ClientRegistered',
              data: details,
            },
          ],
    ChangeClient: (wanted, { details }) => {
      if (!details) return refuse('client/unknown');
      const changes = changesOf(details, wanted);
      return isEmpty(changes)
        ? []
        : [
            {
              type: 'ClientDetailsChanged',
              data: changes,
            },
          ];
    },
    DeleteClient: (_, { details, users }) => {
      if (!details) return refuse('client/unknown');
      if (users.length > 0) return refuse('client/in-use');
      const { firmId, cui, societate } = details;
      return [
        {
          type: 'ClientDeleted',
          data: {
            firmId,
            cui,
            societate,
          },
        },
      ];
    },
    LinkUser: ({ userId }, { details, users }) => {
      if (!details) return refuse('client/unknown');
      return users.includes(userId)
        ? []
        : [
            {
              type: 'ClientUserLinked',
              data: { userId },
            },
          ];
    },
    UnlinkUser: ({ userId }, { users }) =>
      users.includes(userId)
        ? [
            {
              type: 'ClientUserUnlinked',
              data: { userId },
            },
          ]
        : [],
    AssignAccountants: ({ accountantIds }, { details, accountants }) => {
      if (!details) return refuse('client/unknown');
      return [...new Set(accountantIds)]
        .filter((id) => !accountants.includes(id))
        .map((accountantId) => ({
          type: 'AccountantAssigned',
          data: { accountantId },
        }));
    },
    UnassignAccountant: ({ accountantId }, { accountants }) =>
      accountants.includes(accountantId)
        ? [
            {
              type: 'AccountantUnassigned',
              data: { accountantId },
            },
          ]
        : [],
  },
  evolve: {
    ClientRegistered: (details, state) => ({
      ...state,
      details,
    }),
    ClientDetailsChanged: (changes, state) => ({
      ...state,
      details: state.details && changed(state.details, changes),
    }),
    ClientDeleted: (_, state) => ({
      ...state,
      details: null,
    }),
    ClientUserLinked: ({ userId }, state) => ({
      ...state,
      users: [...state.users, userId],
    }),
    ClientUserUnlinked: ({ userId }, state) => ({
      ...state,
      users: state.users.filter((id) => id !== userId),
    }),
    AccountantAssigned: ({ accountantId }, state) => ({
      ...state,
      accountants: [...state.accountants, accountantId],
    }),
    AccountantUnassigned: ({ accountantId }, state) => ({
      ...state,
      accountants: state.accountants.filter((id) => id !== accountantId),
    }),
  },
};
export { ClientEvents as n, client as t };

//# sourceMappingURL=client.decider-DWiGHslM.js.map
