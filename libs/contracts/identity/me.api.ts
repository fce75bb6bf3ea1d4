import { z } from 'zod';
import { endpoint, oneOf } from '../endpoint';
import { Feature } from '../features';
import { ClientId } from '../ids';
import { PEOPLE_LIMITS, PersonName, PhoneOrNone, Preferences } from './identity.values';
import { Settings, User } from './identity.view';

/** The own account, and what the installation offers it. */
export const Me = User.extend({
  /** The parts of the product that this installation offers. */
  features: z.array(Feature),
  /** Clients that the caller keeps at hand, in their order. */
  pinned_clients: z.array(ClientId),
  /** What is set for the whole installation. */
  settings: Settings,
  /** Whether a public register of companies can be asked. */
  company_lookup: z.boolean(),
  /** Whether letters leave this server; else they lie in a folder of it, and nobody gets them. */
  mail_server: z.boolean(),
});
export type Me = z.infer<typeof Me>;

/** The own account. */
export const meCalls = {
  me: endpoint({
    method: 'GET',
    path: '/users/me',
    summary: 'Who is signed in.',
    status: 200,
    reply: oneOf('user', Me),
    view: 'users',
  }),
  changeMe: endpoint({
    method: 'PATCH',
    path: '/users/me',
    summary: 'Changes the own name, phone and preferences; the e-mail is the administrator’s to change.',
    body: z
      .strictObject({
        /** The own name. */
        name: PersonName,
        /** The own telephone number; an empty text removes it. */
        phone: PhoneOrNone,
        /** Any of the own preferences. */
        preferences: Preferences.partial(),
        /** The ids of the clients to keep at hand, in their order. */
        pinned_clients: z.array(ClientId).max(PEOPLE_LIMITS.pinned),
      })
      .partial(),
    status: 200,
    reply: oneOf('user', Me),
  }),
};
