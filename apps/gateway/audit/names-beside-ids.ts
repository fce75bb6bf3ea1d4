/** What a thing is called now; null: it has no name, or none any more. */
export type NameOf = (type: string, id: string) => Promise<string | null>;

/** Of which kind a thing is whose id stands in a member of that name. */
const KINDS: Readonly<Record<string, string>> = {
  file: 'file',
  folder: 'folder',
  parent: 'folder',
  user: 'user',
  accountant: 'user',
  sender: 'user',
  reader: 'user',
  participant: 'user',
  client: 'client',
  firm: 'firm',
  conversation: 'conversation',
};

const ID = /^(\w+)_id(s?)$/;
/** Of a list that is longer, the first are named. */
const MOST_NAMED = 50;

type Details = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inside = async (value: unknown, nameOf: NameOf): Promise<unknown> => {
  if (Array.isArray(value)) return Promise.all(value.map((each) => inside(each, nameOf)));
  return isObject(value) ? withNames(value, nameOf) : value;
};

/** The names of what a member names by its id, or by a list of them. */
const namesOf = async (type: string, value: unknown, nameOf: NameOf): Promise<unknown> => {
  if (typeof value === 'string') return nameOf(type, value);
  if (!Array.isArray(value)) return undefined;
  const ids = value.slice(0, MOST_NAMED).filter((id) => typeof id === 'string');
  return Promise.all(ids.map((id) => nameOf(type, id)));
};

/** What an event says, with the names of now beside the ids in it. What the event itself says of a name stays. */
export const withNames = async (details: Details, nameOf: NameOf): Promise<Record<string, unknown>> => {
  const named: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(details)) {
    named[member] = await inside(value, nameOf);
    const [, stem, isList] = ID.exec(member) ?? [];
    const type = stem === undefined ? undefined : KINDS[stem];
    if (type === undefined) continue;
    const beside = `${stem}_name${isList}`;
    const names = beside in details ? undefined : await namesOf(type, value, nameOf);
    if (names !== undefined) named[beside] = names;
  }
  // a thing that is named by its kind and id
  if (typeof details['type'] === 'string' && typeof details['id'] === 'string' && !('name' in details))
    named['name'] = await nameOf(details['type'], details['id']);
  return named;
};
