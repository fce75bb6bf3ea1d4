// Firms, clients and people to make calls as, and what they have made so far.
import { aCui, anEmail, PASSWORD } from './values.mjs';
import { ADMIN } from '../server.mjs';

const RANK = { everyone: 0, auditor: 1, user: 1, accountant: 2, admin: 3 };
const MOST = 300;

/** A list that forgets its oldest. */
const kept = (list, item) => {
  list.push(item);
  if (list.length > MOST) list.shift();
};

const must = (answer, name) => {
  if (!answer || answer.status >= 300) throw new Error(`${name}: ${answer?.status} ${answer?.text}`);
  return answer.body;
};

/** Signs in without a second step. */
export const signIn = async (ask, email, password = PASSWORD) => {
  const { token, user } = must(await ask('auth.login', { body: { email, password } }), `sign-in of ${email}`);
  return { id: user.id, role: user.role, email, password, token, operations: [], sessions: [] };
};

/** @param foreign ids of former worlds: nobody in this one may see what they name */
export const aWorld = async (ask, random, foreign = []) => {
  const admin = await signIn(ask, ADMIN.email, ADMIN.password);
  const make = async (id, name, body) => must(await ask(id, { token: admin.token, body }), id)[name];
  const world = {
    admin,
    actors: [admin],
    clients: [],
    firms: [],
    users: [],
    events: [],
    deeds: [],
    messages: [],
    positions: [],
    foreign,
    mayBeMutated: true,
  };

  for (let number = 0; number < 2; number += 1) {
    const firm = await make('firms.create', 'firm', { name: `Contab ${random.digits(6)}`, cui: aCui(random) });
    world.firms.push(firm.id);
    const accountants = [];
    for (let at = 0; at < 2; at += 1) {
      const body = { role: 'accountant', name: 'Elena', email: anEmail(random), password: PASSWORD, firm_id: firm.id };
      await make('users.create', 'user', body);
      accountants.push({ ...(await signIn(ask, body.email)), firmId: firm.id });
    }
    for (let at = 0; at < 3; at += 1) {
      const made = await make('clients.create', 'client', {
        societate: `Moara ${random.digits(6)}`,
        cui: aCui(random),
        firm_id: firm.id,
      });
      const client = {
        id: made.id,
        firmId: firm.id,
        folders: [],
        files: [],
        gone: [],
        accountants: accountants.map(({ id }) => id),
        users: [],
      };
      world.clients.push(client);
      const body = { role: 'user', name: 'Ana', email: anEmail(random), password: PASSWORD, client_id: made.id };
      const user = await make('users.create', 'user', body);
      client.users.push(user.id);
      world.actors.push({ ...(await signIn(ask, body.email)), clientId: made.id });
    }
    world.actors.push(...accountants);
  }

  const sees = (actor, client) =>
    actor.role === 'admin' ||
    (actor.role === 'accountant' ? client.firmId === actor.firmId : client.id === actor.clientId);
  return Object.assign(world, {
    make,
    /** Somebody of that rank, or above. */
    actor: (role, chance = random) => chance.pick(world.actors.filter((each) => RANK[each.role] >= RANK[role])),
    anyone: (chance = random) => chance.pick(world.actors),
    clientFor: (actor, chance = random) => chance.pick(world.clients.filter((client) => sees(actor, client))),
    clientOf: (id) => world.clients.find((client) => client.id === id),
    foreignTo: (actor) => [
      ...foreign,
      ...world.clients
        .filter((client) => !sees(actor, client))
        .flatMap(({ id, folders, files }) => [id, ...folders.slice(-5), ...files.slice(-5)]),
    ],
    /** What an answer has made known. */
    learn(id, call, actor, answer) {
      const { body = {}, status } = answer;
      const one = body.folder ?? body.file;
      const client = world.clientOf(one?.client_id ?? call.body?.client_id ?? actor?.clientId);
      if (status === 404) for (const each of Object.values(call.params ?? {})) this.forget(each);
      if (status >= 300) return;
      if (body.operation && actor) kept(actor.operations, body.operation.id);
      if (body.events) for (const { event_id } of body.events.slice(0, 3)) kept(world.events, event_id);
      for (const { correlation_id, position } of (body.deeds ?? []).slice(0, 3)) {
        kept(world.deeds, correlation_id);
        kept(world.positions, position);
      }
      if (id === 'messages.send') kept(world.messages, body.data.id);
      if (body.sessions && actor)
        actor.sessions = body.sessions.filter(({ current }) => !current).map((each) => each.id);
      if (!client) return;
      if (id === 'folders.create') kept(client.folders, one.id);
      if (id === 'files.upload') kept(client.files, one.id);
      if (body.folders && id === 'folders.createAccountingStructure')
        for (const folder of body.folders.slice(0, 20)) kept(client.folders, folder.id);
      const ids = [
        ...(call.body?.file_ids ?? []).map((each) => ['files', each]),
        ...(call.body?.folder_ids ?? []).map((each) => ['folders', each]),
      ];
      for (const [kind, each] of ids) {
        if (id === 'bulk.delete') {
          client[kind] = client[kind].filter((other) => other !== each);
          kept(client.gone, [kind, each]);
        } else if (id === 'bulk.restore') {
          client.gone = client.gone.filter(([, other]) => other !== each);
          kept(client[kind], each);
        }
      }
    },
    forget(id) {
      for (const client of world.clients) {
        client.folders = client.folders.filter((each) => each !== id);
        client.files = client.files.filter((each) => each !== id);
      }
    },
    /** Somebody who may be signed out, locked out and deleted. */
    async spare(role = 'user') {
      const where =
        role === 'user'
          ? { client_id: random.pick(world.clients).id }
          : role === 'accountant'
            ? { firm_id: random.pick(world.firms) }
            : {};
      const email = anEmail(random);
      const user = await make('users.create', 'user', {
        role,
        name: 'De rezervă',
        email,
        password: PASSWORD,
        ...where,
      });
      return { id: user.id, email, password: PASSWORD };
    },
    /** Their ids, for those who come after. */
    ids: () => world.clients.flatMap(({ id, folders, files }) => [id, ...folders.slice(-10), ...files.slice(-10)]),
  });
};
