import { join } from 'node:path';
import { seeded } from '@dosar/adapters/testing/seeded';
import { aFolder as aPlace } from '@dosar/adapters/testing/folder';
import { sqliteReadStore } from '@dosar/adapters/read-store/sqlite';
import type { Client, Firm, User } from '@dosar/contracts';
import { projectors } from '@dosar/domain/registry';
import { until } from '@dosar/kernel/testing/waiting';
import { aGateway, anUpload, memoryPorts, PASSWORD, type Ask, type Gateway } from '../../testing/gateway';

// What people were answered at rest is answered again as of then, with the rights that they had then. The full form:
//   npm run rel:as-of
const DEEDS = Number(process.env['AS_OF_DEEDS'] ?? 160);
const SEED = Number(process.env['AS_OF_SEED'] ?? 14);
/** So many positions lie between two moments at rest. */
const EVERY = BigInt(process.env['AS_OF_EVERY'] ?? 25);

type Person = { readonly id: string; readonly name: string; readonly ask: Ask; readonly clients: readonly string[] };
/** A thing, and whose it is. */
type Thing = { readonly id: string; readonly of: string };
type Answer = { readonly status: number; readonly body: unknown };
type Recorded = { readonly position: string; readonly person: Person; readonly path: string; readonly answer: Answer };
type World = Awaited<ReturnType<typeof aWorld>>;

/** Without what is not the log's: who is there, and what an answer says of its instant. */
const lasting = ({ status, body }: Answer): string =>
  JSON.stringify({ status, body: status < 300 ? body : null }, (name, value: unknown) =>
    ['presence', 'last_seen', 'lastSeen', 'at'].includes(name) ? undefined : value,
  );

const aWorld = async (gateway: Gateway) => {
  const admin = await gateway.admin();
  const make = async <T>(path: string, body: object, field: string) =>
    ((await admin('post', path, body).expect(201)).body as Record<string, T>)[field]!;
  let made = 0;
  const cui = () => String(5_000_000 + (made += 1));
  const aFirm = (name: string) => make<Firm>('/firms', { name, cui: cui(), accountant_scope: 'firm' }, 'firm');
  const aClient = (societate: string, firm_id: string) =>
    make<Client>('/clients', { societate, cui: cui(), firm_id }, 'client');
  const aPerson = async (name: string, of: readonly string[], more: object): Promise<Person> => {
    const email = `p${(made += 1)}@as-of.test`;
    const { id } = await make<User>('/users', { name, email, password: PASSWORD, ...more }, 'user');
    return { id, name, clients: of, ask: await gateway.signIn(email) };
  };
  const firms = [await aFirm('Contab'), await aFirm('Bilanț')];
  const [first, second] = firms.map(({ id }) => id) as [string, string];
  const clients = [await aClient('Brutăria', first), await aClient('Moara', first), await aClient('Tâmplăria', second)];
  const [bakery, mill, joinery] = clients.map(({ id }) => id) as [string, string, string];
  const all = [bakery, mill, joinery];
  const people = [
    await aPerson('Ada', all, { role: 'admin' }),
    await aPerson('Elena', [bakery, mill], { role: 'accountant', firm_id: first }),
    await aPerson('Dan', [bakery, mill], { role: 'accountant', firm_id: first }),
    await aPerson('Oana', [joinery], { role: 'accountant', firm_id: second }),
    await aPerson('Ana', [bakery], { role: 'user', client_id: bakery }),
    await aPerson('Ion', [bakery], { role: 'user', client_id: bakery }),
    await aPerson('Bogdan', [mill], { role: 'user', client_id: mill }),
    await aPerson('Tudor', [joinery], { role: 'user', client_id: joinery }),
  ];
  return {
    people,
    firms: firms.map(({ id }) => id),
    clients: clients.map(({ id }) => id),
    folders: [] as Thing[],
    files: [] as Thing[],
    messages: [] as Thing[],
    conversations: clients.map(({ id }) => id),
  };
};

/** One deed of one person, whatever comes of it: what is refused is no less a deed. */
const aDeed = async (world: World, person: Person, random: ReturnType<typeof seeded>): Promise<void> => {
  const { ask } = person;
  const { oneOf, below, chance } = random;
  const aName = () => `${oneOf(['Martie', 'Facturi', 'Contracte', 'Țigla', 'bon'])} ${below(40)}`;
  // mostly what is theirs: of the rest they are refused
  const client_id = oneOf(chance(0.9) ? person.clients : world.clients);
  const anyOf = (things: readonly Thing[], of: string) =>
    oneOf([...things.filter((each) => each.of === of), { id: 'none', of }]);
  const folder = chance(0.6) ? anyOf(world.folders, client_id).id : undefined;
  const file = anyOf(world.files, client_id).id;
  const conversation = chance(0.7) ? client_id : oneOf(world.conversations);
  const message = anyOf(world.messages, conversation);
  const items = chance(0.3) && folder ? { folder_ids: [folder] } : { file_ids: [file] };
  const deeds: readonly (readonly [weight: number, run: () => PromiseLike<{ body: unknown; status: number }>])[] = [
    [
      6,
      () =>
        ask('post', '/folders', {
          name: aName(),
          client_id,
          ...(folder !== undefined && { parent_folder_id: folder }),
        }),
    ],
    [8, () => anUpload(ask, `${aName()}.txt`, aName(), folder ? { client_id, folder_id: folder } : { client_id })],
    [3, () => ask('put', `/folders/${folder ?? 'none'}`, { name: aName() })],
    [3, () => ask('patch', `/files/${file}`, { name: `${aName()}.txt` })],
    [4, () => ask('post', '/bulk/files/move', { ...items, client_id, ...(folder && { target_folder_id: folder }) })],
    [3, () => ask('post', '/bulk/files/delete', { ...items, client_id })],
    [3, () => ask('post', '/bulk/files/restore', { ...items, client_id })],
    [
      3,
      () =>
        ask('post', '/bulk/files/status', {
          file_ids: [file],
          client_id,
          process_state: oneOf(['processing', 'processed']),
        }),
    ],
    [4, () => ask('post', `/files/${file}/notes`, { text: aName() })],
    [
      10,
      () =>
        ask('post', `/conversations/${conversation}/messages`, {
          text: aName(),
          ...(chance(0.3) && { quote_message_id: message.id }),
        }),
    ],
    [3, () => ask('put', `/messages/${message.id}`, { text: aName() })],
    [2, () => ask('delete', `/messages/${message.id}`)],
    [2, () => ask('post', '/reads', { conversation_id: message.of, message_id: message.id })],
    [
      1,
      () =>
        ask('post', '/conversations', {
          participant_ids: [oneOf(world.people).id],
          ...(chance(0.5) && { client_id }),
          title: aName(),
        }),
    ],
    [1, () => ask('patch', '/users/me', { name: `${person.name} ${below(9)}` })],
    [1, () => ask('patch', `/clients/${client_id}`, { societate: `${aName()} SRL` })],
    [
      person.clients.length === world.clients.length ? 20 : 1,
      () => ask('patch', `/firms/${oneOf(world.firms)}`, { accountant_scope: oneOf(['firm', 'assigned']) }),
    ],
    [4, () => ask('post', `/clients/${client_id}/accountants`, { accountant_ids: [oneOf(world.people).id] })],
    [4, () => ask('delete', `/clients/${client_id}/accountants/${oneOf(world.people).id}`)],
  ];
  const all = deeds.flatMap(([weight, run]) => Array.from({ length: weight }, () => run));
  const { body, status } = await oneOf(all)();
  if (status >= 500) throw new Error(`a deed of ${person.name} ended with ${status}: ${JSON.stringify(body)}`);
  remember(world, body as Made);
};

type Item = { readonly id: string; readonly client_id: string };
type Made = {
  readonly folder?: Item;
  readonly file?: Item;
  readonly data?: { readonly id: string; readonly conversation_id: string };
  readonly conversation?: { readonly id: string };
};

const remember = (
  { folders, files, messages, conversations }: World,
  { folder, file, data, conversation }: Made,
): void => {
  const add = (things: Thing[], { id, of }: Thing) => {
    if (!things.some((each) => each.id === id)) things.push({ id, of });
  };
  if (folder) add(folders, { id: folder.id, of: folder.client_id });
  if (file) add(files, { id: file.id, of: file.client_id });
  if (data) add(messages, { id: data.id, of: data.conversation_id });
  if (conversation && !conversations.includes(conversation.id)) conversations.push(conversation.id);
};

/** What somebody looks at: all of it in the order of a random choice, so that long runs look at everything. */
const pathsOf = (world: World, { below, oneOf }: ReturnType<typeof seeded>): string[] => {
  const some = <T>(all: readonly T[], most: number) =>
    Array.from({ length: Math.min(most, all.length) }, () => oneOf(all));
  return [
    ...world.clients.flatMap((id) => [
      `/folders/tree?client_id=${id}`,
      `/files?clientId=${id}&include_deleted=${below(2)}`,
    ]),
    ...world.clients.map((id) => `/clients/${id}`),
    ...some(world.folders, 3).flatMap(({ id }) => [
      `/files?folderId=${id}`,
      `/folders/${id}/path`,
      `/folders?parentFolderId=${id}`,
    ]),
    ...some(world.files, 3).flatMap(({ id }) => [`/files/${id}`, `/files/${id}/notes`]),
    '/conversations?page=1',
    ...some(world.conversations, 3).flatMap((id) => [`/conversations/${id}`, `/conversations/${id}/messages?limit=20`]),
    ...some(world.messages, 2).map(({ id }) => `/messages/${id}/edits`),
    `/users/${oneOf(world.people).id}`,
  ];
};

describe('what people were answered at rest', () => {
  const place = aPlace();
  afterAll(async () => (await place).remove());

  it(
    'is answered as of then, with the rights that each of them had',
    async () => {
      const ports = { ...memoryPorts(), reads: sqliteReadStore(join((await place).folder, 'views.db')) };
      const gateway = await aGateway({}, ports);
      const random = seeded(SEED);
      const world = await aWorld(gateway);
      const recorded: Recorded[] = [];
      const head = async () => (await ports.events.head())!;
      /** Nobody writes, and all that follows has followed. */
      const atRest = async () => {
        const { views } = gateway.installation;
        const hasAll = (position: bigint) => projectors.every(({ view }) => (views.position(view) ?? -1n) >= position);
        let position = await head();
        await until(async () => {
          const before = position;
          position = await head();
          return position === before && hasAll(position);
        });
        return position;
      };
      const record = async (person: Person) => {
        const paths = pathsOf(world, random);
        const position = String(await atRest());
        for (const path of paths) {
          const { status, body } = await person.ask('get', path);
          recorded.push({ position, person, path, answer: { status, body: body as unknown } });
        }
      };
      let next = (await head()) + EVERY;
      for (let done = 0; done < DEEDS; done += world.people.length) {
        await Promise.all(world.people.map((person) => aDeed(world, person, random)));
        if ((await head()) < next) continue;
        for (const person of world.people) await record(person);
        next = (await head()) + EVERY;
      }
      await atRest();
      const admin = await gateway.admin();
      const differences: object[] = [];
      for (const { position, person, path, answer } of recorded) {
        const asked = `${path}${path.includes('?') ? '&' : '?'}at=${position}&as=${person.id}`;
        const { status, body } = await admin('get', asked);
        const [was, is] = [answer, { status, body: body as unknown }].map(lasting);
        if (was !== is) differences.push({ position, by: person.name, path, was, is });
      }
      expect({ seed: SEED, differences: differences.slice(0, 5), many: differences.length }).toEqual({
        seed: SEED,
        differences: [],
        many: 0,
      });
      expect(recorded.length).toBeGreaterThan(DEEDS);
      // what was refused is among it
      expect(new Set(recorded.map(({ answer }) => answer.status))).toEqual(new Set([200, 403, 404]));
      await gateway.close();
    },
    120_000 + DEEDS * 1_000,
  );
});
