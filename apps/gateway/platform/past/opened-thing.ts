import type { EndpointSpec } from '@dosar/contracts';
import type { Call } from '../access/call';
import type { LogInstant } from './instants';
import type { OpenedThing } from './look';

type Input = {
  readonly params?: { readonly id?: string };
  readonly query?: Readonly<Record<string, unknown>>;
};
type Thing = Pick<OpenedThing, 'kind' | 'id'>;

/** What a call names in its path, by the first word of that. */
const KINDS: Readonly<Record<string, OpenedThing['kind']>> = {
  files: 'file',
  folders: 'folder',
  conversations: 'conversation',
  messages: 'message',
  clients: 'client',
};
/** What it names in its query: the narrowest first. */
const NAMED = [
  ['folderId', 'folder'],
  ['parentFolderId', 'folder'],
  ['parent_folder_id', 'folder'],
  ['conversation_id', 'conversation'],
  ['clientId', 'client'],
  ['client_id', 'client'],
] as const;

const thingOf = ({ path }: EndpointSpec, { params, query = {} }: Input): Thing | null => {
  const kind = KINDS[path.split('/')[1]!];
  if (params?.id !== undefined && kind) return { kind, id: params.id };
  for (const [name, named] of NAMED) if (typeof query[name] === 'string') return { kind: named, id: query[name] };
  return null;
};

/** What an auditor opens by a call; a list of everything, and a search, are of the mandate as a whole. */
export const openedThing = (spec: EndpointSpec, input: object, call: Call, { position }: LogInstant): OpenedThing => {
  const thing = thingOf(spec, input) ?? { kind: 'mandate', id: call.caller.mandate!.id };
  return { ...thing, clientId: call.work.clientId, at: String(position) };
};
