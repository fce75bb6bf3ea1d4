import type { ProblemCode } from '@dosar/contracts';
import {
  commandKeys,
  dataKeys,
  eventRegistry,
  InstallationEvents,
  type AnyCatalogue,
  type AnyProjector,
  type ReactorGroup,
} from '@dosar/kernel';
import { audit } from './audit/audit.context';
import { conversations } from './conversations/conversations.context';
import { dashboard } from './dashboard/dashboard.context';
import { files } from './files/files.context';
import { identity } from './identity/identity.context';
import { mandates } from './mandates/mandates.context';
import { notifications } from './notifications/notifications.context';
import { search } from './search/search.context';

/** Everything a context provides, one line each. */
export const contexts = [identity, mandates, files, conversations, notifications, audit, dashboard, search] as const;

export const catalogues: readonly AnyCatalogue[] = [
  InstallationEvents,
  ...contexts.flatMap((context): readonly AnyCatalogue[] => context.catalogues),
];

/** All events, all views computed from them, and all reactions. */
export const registry = eventRegistry(...catalogues);

export const projectors: readonly AnyProjector[] = [
  ...contexts.flatMap((context): readonly AnyProjector[] => context.projectors),
  commandKeys,
  dataKeys,
];

/** The view with the current name of a resource, by the resource's type. */
export const viewsOfResources: ReadonlyMap<string, AnyProjector> = new Map(
  projectors.flatMap((projector) => (projector.resource ? [[projector.resource.type, projector]] : [])),
);

export const reactorGroups: readonly ReactorGroup[] = contexts.flatMap(
  (context): readonly ReactorGroup[] => context.reactorGroups,
);

/** Refusals that some context maps to a code of the contract: a decider with another one does not compile in the gateway. */
export type KnownRefusal = { [C in (typeof contexts)[number] as string]: keyof C['refusals'] & string }[string];

/** The code of the contract for each refusal of a decider. */
export const refusals: Readonly<Record<KnownRefusal, ProblemCode>> = Object.assign(
  {},
  ...contexts.map((context) => context.refusals),
) as Record<KnownRefusal, ProblemCode>;
