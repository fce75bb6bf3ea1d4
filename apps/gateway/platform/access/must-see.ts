import type { Call } from './call';
import type { Installation } from '../hosting/installation';
import { foreign, notFound } from '../http/problem';

/** A client that a call is about, and that its caller may see. @throws Problem NOT_FOUND */
export const mustSee = (call: Call, { access }: Pick<Installation, 'access'>, clientId: string): void => {
  if (!access.clientFor(call.caller, clientId))
    throw access.client(clientId) ? foreign('client', clientId, clientId) : notFound();
  call.clients.add(clientId);
};
