import { api, RANK, type ConsoleEvent, type EndpointSpec, type LiveEvent, type Role } from '@dosar/contracts';
import { policy, type Rule } from '@dosar/domain/policy';
import type { Audiences } from '../sockets/audience';

export type { Rule };

/** Who gets an event of the sockets: an audience, or one session alone. */
interface Heard extends Record<LiveEvent, keyof Audiences | 'session'> {
  readonly 'files:changed': 'clientId';
  readonly 'bulk:progress': 'userId';
  readonly 'message:new': 'conversationId';
  readonly 'message:edit': 'conversationId';
  readonly 'message:delete': 'conversationId';
  readonly 'message:reaction': 'conversationId';
  readonly 'message:read_up_to': 'conversationId';
  readonly 'message:delivered_up_to': 'conversationId';
  readonly 'conversations:changed': 'conversationId' | 'userId';
  readonly 'notification:new': 'inboxOf';
  readonly 'notifications:changed': 'userId' | 'newsOf';
  readonly typing: 'conversationId';
  readonly 'presence:update': 'personId';
  readonly 'me:changed': 'userId' | 'staffOf';
  readonly 'session:revoked': 'session';
  readonly resync: 'session';
}
export type EventsOf<A extends keyof Audiences> = {
  [E in LiveEvent]: A extends Heard[E] ? E : never;
}[LiveEvent];

const anyone: Rule = { allow: 'user' };

/** Who may send which event over a socket. */
export const clientEventRules: { readonly [E in ConsoleEvent]: Rule } = {
  typing: anyone,
  'presence:set': anyone,
  'message:delivered': anyone,
};

const rules = new Map<EndpointSpec, Rule>(
  Object.entries(api).flatMap(([context, calls]) =>
    Object.entries(calls).map(([name, spec]) => [
      spec as EndpointSpec,
      (policy as Record<string, Record<string, Rule>>)[context]![name]!,
    ]),
  ),
);

export const ruleOf = (spec: EndpointSpec): Rule => rules.get(spec)!;

export const isAllowed = (rule: Rule, role: Role): boolean =>
  rule.allow === 'everyone' ||
  (role === 'auditor' ? rule.auditor !== undefined : rule.allow !== 'auditor' && RANK[role] >= RANK[rule.allow]);

/** Endpoints by method and address, as in the router. */
export const knownRoutes: ReadonlyMap<string, EndpointSpec> = new Map(
  [...rules.keys()].map((spec) => [`${spec.method} /api${spec.path}`, spec]),
);
