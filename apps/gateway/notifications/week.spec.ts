import type { Message, Notification } from '@dosar/contracts';
import { until } from '@dosar/kernel/testing/waiting';
import { Tokens } from '../platform/access/tokens';
import { aFile, aFirm, aGateway, type Ask, type Gateway } from '../testing/gateway';
import { socketsTo } from '../testing/sockets';
import { Digests } from './digests.job';
import { aModel, type Kind, type Model } from './week.model';

const SEED = Number(process.env['SEED'] ?? 7);
const STEPS = Number(process.env['STEPS'] ?? 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Two days before summer time ends. */
const FRIDAY = Date.parse('2027-10-29T06:00:00Z');
/** Minutes: none so long that a session ends. */
const GAPS = [1, 5, 9, 10, 11, 25, 60, 61, 300, 600, 660, 690];

const random = (seed: number) => {
  let at = seed;
  return (below: number): number => {
    at = (at * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((at / 2 ** 31) * below);
  };
};

const doNotFake = ['nextTick', 'setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const;
const norThese = ['setInterval', 'clearInterval', 'queueMicrotask', 'performance'] as const;
afterEach(() => jest.useRealTimers());

type Person = { readonly id: string; readonly email: string; readonly name: string; readonly ask: () => Promise<Ask> };

const person = async (
  gateway: Gateway,
  user: { id: string; email: string | null; name: string | null },
  role: string,
) => {
  const { body } = await gateway.anonymous('post', '/auth/login', { email: user.email, password: 'Parola-Lunga-1' });
  const { token } = body as { token: string };
  const { sid } = JSON.parse(atob(token.split('.')[1]!)) as { sid: string };
  // tokens last for minutes, and steps for hours
  const tokens = new Tokens(gateway.installation.keys.tokens);
  const ask = async () => gateway.as((await tokens.sign(user.id, role, sid)).token);
  return { id: user.id, email: user.email!, name: user.name!, token, ask };
};

const anOffice = async (gateway: Gateway) => {
  const { admin, accountant, bakery, mill } = await aFirm(gateway);
  const accountants = { accountant_ids: [accountant.id] };
  for (const { client } of [bakery, mill])
    await admin('post', `/clients/${client.id}/accountants`, accountants).expect(200);
  const elena = await person(gateway, accountant, 'accountant');
  return Promise.all(
    [bakery, mill].map(async ({ client, user }) => ({
      id: client.id,
      people: [await person(gateway, user, 'user'), elena],
    })),
  );
};
type Place = { readonly id: string; readonly people: readonly (Person & { readonly token: string })[] };

/** The bell as it is, from the newest: of the model, and of the gateway. */
const bellOf = async ({ ask }: Person) => {
  const { body } = await (await ask())('get', '/notifications?pageSize=100').expect(200);
  const { notifications, unread_count } = body as { notifications: Notification[]; unread_count: number };
  const lines = notifications.map(
    ({ type, count, read_at }) => `${type} ${count} ${read_at === null ? 'new' : 'read'}`,
  );
  return JSON.stringify([unread_count, lines]);
};

const settles = async (model: Model, people: readonly Person[]) => {
  for (const each of people) {
    const wanted = JSON.stringify(model.bell(each.id));
    const seen = { bell: '' };
    await until(async () => (seen.bell = await bellOf(each)) === wanted).catch(() => expect(seen.bell).toBe(wanted));
  }
};

/** What people do, each told to the model as it is done. */
const deeds = (model: Model, pick: (below: number) => number) => {
  const said: { id: string; by: Person; at: string }[] = [];
  const brought: { id: string; by: Person; at: string }[] = [];
  const happened = (kind: Kind, at: Place, by: Person, id: string) =>
    model.happened({ kind, by: by.id, place: at.id, id, to: at.people.map((each) => each.id) });
  return [
    async (at: Place, by: Person) => {
      const answer = await (await by.ask())('post', `/conversations/${at.id}/messages`, { text: 'Bună' }).expect(201);
      const { id } = (answer.body as { data: Message }).data;
      said.push({ id, by, at: at.id });
      happened('message_new', at, by, id);
    },
    async (at: Place, by: Person) => {
      const { id } = await aFile(
        await by.ask(),
        `bon ${brought.length}.txt`,
        { client_id: at.id },
        `bon ${brought.length}`,
      );
      brought.push({ id, by, at: at.id });
      happened('file_uploaded', at, by, id);
    },
    async () => {
      const [gone] = said.splice(pick(said.length), 1);
      if (!gone) return;
      await (await gone.by.ask())('delete', `/messages/${gone.id}`).expect(204);
      model.gone(gone.id);
    },
    async () => {
      const [gone] = brought.splice(pick(brought.length), 1);
      if (!gone) return;
      const body = { file_ids: [gone.id], client_id: gone.at };
      await (await gone.by.ask())('post', '/bulk/files/delete', body).expect(200);
      model.gone(gone.id);
    },
    async (at: Place, by: Person) => {
      const last = said.filter((each) => each.at === at.id).at(-1);
      if (!last || last.by.id === by.id) return;
      await (await by.ask())('post', '/reads', { conversation_id: at.id, message_id: last.id }).expect(204);
      model.readConversation(by.id, at.id);
    },
    async (_: Place, by: Person) => {
      await (await by.ask())('patch', '/notifications/read-all').expect(200);
      model.readAll(by.id);
    },
    async (_: Place, by: Person) => {
      const letters = (['soon', 'hourly', 'daily'] as const)[pick(3)]!;
      await (await by.ask())('patch', '/notifications/preferences', { letters }).expect(200);
      model.prefer(by.id, { letters });
    },
    async (_: Place, by: Person) => {
      const quiet_hours = pick(2) === 0 ? null : { from: '21:30', to: '07:00' };
      await (await by.ask())('patch', '/notifications/preferences', { quiet_hours }).expect(200);
      model.prefer(by.id, { quiet_hours });
    },
  ];
};

it(`a week of two firms is told as a plain model says (SEED=${SEED})`, async () => {
  const pick = random(SEED);
  let now = FRIDAY;
  jest.useFakeTimers({ now, doNotFake: [...doNotFake, ...norThese] });
  const gateway = await aGateway();
  const sockets = await socketsTo(gateway);
  const places: Place[] = [...(await anOffice(gateway)), ...(await anOffice(gateway))];
  const people = [...new Map(places.flatMap((each) => each.people).map((each) => [each.id, each])).values()];
  const model = aModel(
    people.map(({ id }) => id),
    () => now,
  );
  const toasts = new Map(people.map(({ id }) => [id, 0]));
  for (const { id, token } of people)
    (await sockets.enter(token)).on('notification:new', () => toasts.set(id, toasts.get(id)! + 1));
  const digests = gateway.app.get(Digests, { strict: false });
  const lettersTo = (email: string) =>
    gateway.ports.letters
      .filter(({ to, unsubscribe }) => to === email && unsubscribe)
      .map(({ text }) => (text.match(/^(?:Mesaj nou|\d+ (?:de )?mesaje|\S+ \S+ a încărcat).*$/gm) ?? []).length);
  const all = deeds(model, pick);
  // what is said and brought is most of it
  const often = [0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 4, 5, 6, 7];

  const pass = async (ms: number) => {
    for (const until = now + ms; now < until;) {
      now = Math.min(until, now + HOUR);
      jest.setSystemTime(now);
      await digests.look(now);
      model.look();
    }
  };
  for (let step = 0; step < STEPS && now < FRIDAY + 6.5 * 24 * HOUR; step += 1) {
    await pass(GAPS[pick(GAPS.length)]! * MINUTE);
    for (let times = 1 + pick(3); times > 0; times -= 1) {
      const at = places[pick(places.length)]!;
      await all[often[pick(often.length)]!]!(at, at.people[pick(2)]!);
      await settles(model, people);
    }
  }
  await pass(26 * HOUR);
  for (const { id, email } of people) expect([email, lettersTo(email)]).toEqual([email, model.letters(id)]);
  expect(people.map(({ id }) => toasts.get(id))).toEqual(people.map(({ id }) => model.toasts(id)));
  expect(model.letters(people[0]!.id).length).toBeGreaterThan(0);
}, 60_000);
