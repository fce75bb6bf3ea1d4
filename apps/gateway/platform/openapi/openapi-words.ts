import type { z } from 'zod';
import { consoleEvents, eventFeatures, FILE_LIMITS, isOffered, liveEvents } from '@dosar/contracts';
import type { ConsoleEvent, EndpointSpec, Feature, LiveEvent, Role } from '@dosar/contracts';
import { ruleOf } from '../access/policy';
import { RATES } from '../access/limits';
import { isTagged, takesAs, takesKey } from './openapi-answers';

const CALLERS: Readonly<Record<Role | 'everyone', string>> = {
  everyone: 'Needs no token.',
  user: 'For everybody who is signed in, about what they may see.',
  accountant: 'For accountants and administrators.',
  admin: 'For administrators.',
  auditor: 'For auditors.',
};

/** Who may make a call, how often, and what is particular about its answer. */
export const describedCall = (spec: EndpointSpec): string => {
  const { allow, rate, auditor } = ruleOf(spec);
  const features = spec.features?.map((feature) => `\`${feature}\``).join(' and ');
  const { perSecond, burst } = RATES[rate ?? 'reads'];
  const said: readonly (string | false | undefined)[] = [
    CALLERS[allow],
    auditor === 'past' && 'For auditors as of the period of their mandate.',
    auditor === 'own' && allow !== 'auditor' && 'For auditors, too.',
    features && `A part of ${features}: where that is not offered, it is 404.`,
    rate !== undefined && `At most ${perSecond} a second, and ${burst} at once (${rate}): more are 429.`,
    spec.precheck && `How many things are named is looked at first: none, or more than ${FILE_LIMITS.bulk}, is 422.`,
    takesKey(spec) && 'Sent again with the same `Idempotency-Key` it does nothing again, and answers the same.',
    isTagged(spec) && 'Its `ETag` sent as `If-None-Match` is answered with 304 while nothing has changed.',
    takesAs(spec) && 'With `at` it answers as of an instant, and with `as` by the rights that somebody had then.',
  ];
  return said.filter(Boolean).join(' ');
};

type Told = readonly (readonly [event: string, body: z.ZodType])[];

const offeredOf = (events: Readonly<Record<string, z.ZodType>>, offered: readonly Feature[]): Told =>
  Object.entries(events).filter(([event]) => isOffered(offered, eventFeatures[event as LiveEvent | ConsoleEvent]));

export const socketEvents = (offered: readonly Feature[]): Told => offeredOf(liveEvents, offered);
export const eventsOfConsoles = (offered: readonly Feature[]): Told => offeredOf(consoleEvents, offered);

const listed = (events: Told, schemaOf: (body: z.ZodType) => { readonly properties?: object }): string =>
  events
    .map(([event, body]) => {
      const members = Object.keys(schemaOf(body).properties ?? {}).map((name) => `\`${name}\``);
      return `- \`${event}\`: ${body.description ?? ''} ${members.length > 0 ? `(${members.join(', ')})` : ''}`.trim();
    })
    .join('\n');

/** The events of the sockets, for the page about all calls. */
export const aboutSockets = (
  offered: readonly Feature[],
  schemaOf: (body: z.ZodType, side: 'input' | 'output') => { readonly properties?: object },
): string => `## Sockets

socket.io on the default path and namespace, by websocket or polling, with \`auth: {token, since?}\`: an access token, and the
\`position\` of the newest event that came, so that what was missed is sent first. A wrong token is refused with
\`connect_error\`. The schema of each event is in \`x-socket-events\` and \`x-console-events\`. Members may be added.

The server says:

${listed(socketEvents(offered), (body) => schemaOf(body, 'output'))}

A client says:

${listed(eventsOfConsoles(offered), (body) => schemaOf(body, 'input'))}`;
