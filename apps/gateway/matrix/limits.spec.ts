import { PEOPLE_LIMITS, type Firm, type User } from '@dosar/contracts';
import { notes } from '@dosar/domain/files/notes.projector';
import { users } from '@dosar/domain/identity/users.projector';
import { placeIn } from '@dosar/kernel/runtime';
import { aFile, aFirm, aGateway, type Gateway } from '../testing/gateway';

/** Lists that would grow for ever: so much can be made, or so much is in one answer. */
describe('there are so many at most', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());
  const refusal = async (asked: ReturnType<typeof firm.admin>) =>
    ((await asked.expect(422)).body as { fields: object }).fields;
  const made = async (body: object) =>
    ((await firm.admin('post', '/users', body).expect(201)).body as { user: User }).user;
  let number = 0;
  const person = (more: object) => ({ name: 'Cineva', email: `cineva.${(number += 1)}@multi.test`, ...more });

  it('users of a client', async () => {
    const { id: client_id } = firm.mill.client;
    const body = () => person({ role: 'user', client_id });
    for (let at = 1; at < PEOPLE_LIMITS.users; at += 1) await made(body());
    const fields = { client_id: 'Un client are cel mult 100 de utilizatori' };
    expect(await refusal(firm.admin('post', '/users', body()))).toEqual(fields);
    const other = await made(person({ role: 'user', client_id: firm.bakery.client.id }));
    expect(await refusal(firm.admin('patch', `/users/${other.id}`, { client_id }))).toEqual(fields);
    // who is one of them stays one
    await firm.admin('patch', `/users/${firm.mill.user.id}`, { name: 'Ion', client_id }).expect(200);
  });

  it('accountants of a client', async () => {
    const { id: firm_id }: Firm = firm.firm;
    const ids = [firm.accountant.id];
    for (let at = 1; at <= PEOPLE_LIMITS.accountants; at += 1)
      ids.push((await made(person({ role: 'accountant', firm_id }))).id);
    const path = `/clients/${firm.bakery.client.id}/accountants`;
    await firm.admin('post', path, { accountant_ids: ids.slice(0, -1) }).expect(200);
    await firm.admin('post', path, { accountant_ids: ids.slice(0, 3) }).expect(200);
    expect(await refusal(firm.admin('post', path, { accountant_ids: ids.slice(-1) }))).toEqual({
      accountant_ids: 'Un client are cel mult 100 de contabili',
    });
  });

  it('edits of a message', async () => {
    const { ask, client } = firm.bakery;
    const sent = await ask('post', `/conversations/${client.id}/messages`, { text: '0' }).expect(201);
    const { id } = (sent.body as { data: { id: string } }).data;
    for (let at = 1; at <= 100; at += 1) await ask('put', `/messages/${id}`, { text: `${at}` }).expect(200);
    expect(await refusal(ask('put', `/messages/${id}`, { text: '101' }))).toEqual({
      text: 'Un mesaj poate fi modificat de cel mult 100 de ori',
    });
    const { body } = await ask('get', `/messages/${id}/edits`).expect(200);
    expect((body as { edits: object[] }).edits).toHaveLength(100);
  });

  /** Rows as a projector would have written them, had there been so many events. */
  const fill = async (view: typeof notes | typeof users, rows: readonly { readonly id: string }[]) => {
    const place = placeIn(await gateway.ports.reads.state(view))!;
    const columnsOf = view.columnsOf as (row: object) => object;
    const writes = rows.map((row) => ({
      id: row.id,
      json: JSON.stringify(row),
      position: place.position,
      subjects: [],
      terms: [],
      columns: columnsOf(row),
    }));
    await gateway.ports.reads.apply([{ view, writes, audiences: new Map() }] as never, place);
  };

  it('notes of a file in one answer; pages have them all', async () => {
    const { ask } = firm.bakery;
    const { id } = await aFile(ask, 'cu note.txt');
    const { note } = (await ask('post', `/files/${id}/notes`, { text: 'prima' }).expect(201)).body as {
      note: { id: string };
    };
    await fill(
      notes,
      Array.from({ length: 500 }, (_, at) => ({ ...note, id: `nota ${at}` })),
    );
    const read = async (query: string) => (await ask('get', `/files/${id}/notes${query}`).expect(200)).body as object;
    const whole = (await read('')) as { notes: object[] };
    expect(whole).toMatchObject({ page: 1, pageSize: 500, total: 501 });
    expect(whole.notes).toHaveLength(500);
    expect(await read('?page=6&pageSize=100')).toMatchObject({ notes: [{ file_id: id }], page: 6, total: 501 });
  });

  it('users of an accountant in one answer; pages have them all', async () => {
    const path = `/users/accountants/${firm.accountant.id}/users`;
    const row = JSON.parse((await gateway.ports.reads.get(users, firm.bakery.user.id))!.json) as { id: string };
    await fill(
      users,
      Array.from({ length: 1_000 }, (_, at) => ({ ...row, id: `om ${at}` })),
    );
    const { body } = await firm.accountantAsk('get', path).expect(200);
    expect((body as { users: object[] }).users).toHaveLength(1_000);
    const { total } = body as { total: number };
    expect(total).toBeGreaterThan(1_000);
    const last = await firm.accountantAsk('get', `${path}?page=${Math.ceil(total / 100)}&pageSize=100`).expect(200);
    expect((last.body as { users: object[] }).users.length).toBeGreaterThan(0);
  });
});
