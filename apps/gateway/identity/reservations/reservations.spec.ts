import type { Firm } from '@dosar/contracts';
import { newId, parseRecord, type StoredRecord } from '@dosar/kernel/runtime';
import { aFirm, aGateway, later, memoryPorts, PASSWORD, type Ask, type Gateway } from '../../testing/gateway';
import { Reservations } from './reservations';

type Ports = ReturnType<typeof memoryPorts>;

/** The vault's reservations, now or at some time. */
const rowsOf = async ({ vault }: Ports): Promise<[string, string][]> => {
  const rows: [string, string][] = [];
  for await (const [key, value] of vault.all('reservation/')) rows.push([key, value]);
  return rows;
};
const lose = async (ports: Ports, kept: readonly [string, string][] = []) => {
  for (const [key] of await rowsOf(ports)) await ports.vault.remove(key);
  for (const row of kept) await ports.vault.putIfAbsent(...row);
};

/** Repeats a request while reservations are being restored. */
const statusOf = async (ask: () => ReturnType<Ask>): Promise<number> => {
  for (let tries = 0; ; tries += 1) {
    const { status } = await ask();
    if (status !== 503 || tries === 3) return status;
  }
};

let made = 0;
const aCui = () => String(3_000_000 + (made += 1));
const aMail = () => `altul.${(made += 1)}@firma.test`;

/** Commands that need a value, by kind: each time with a new one. */
const newcomers = (admin: Ask, firm: Firm) => ({
  email: (email: string) =>
    statusOf(() =>
      admin('post', '/users', { role: 'admin', name: 'Altul', email, password: PASSWORD, firm_id: undefined }),
    ),
  firmCui: (cui: string) => statusOf(() => admin('post', '/firms', { name: `Alta ${(made += 1)}`, cui })),
  clientCui: (cui: string) =>
    statusOf(() => admin('post', '/clients', { societate: `Alta ${(made += 1)} SRL`, cui, firm_id: firm.id })),
});

/** An installation with a firm, stopped, with a changed vault, and started again. */
const again = async (before: Gateway, ports: Ports, meanwhile: () => Promise<void>) => {
  await before.close();
  await meanwhile();
  return aGateway({}, ports);
};

describe('values that belong to one alone', () => {
  it('are refused to a second one also after the vault has lost whose they are, and stay their owner’s', async () => {
    const ports = memoryPorts();
    const before = await aGateway({}, ports);
    const { firm, bakery, accountant } = await aFirm(before);
    const kept = await rowsOf(ports);
    const after = await again(before, ports, () => lose(ports));
    const admin = await after.admin();
    const { email, firmCui, clientCui } = newcomers(admin, firm);
    expect(await email(bakery.user.email!)).toBe(409);
    expect(await email(accountant.email!)).toBe(409);
    expect(await firmCui(firm.cui!)).toBe(409);
    expect(await clientCui(bakery.client.cui!)).toBe(409);
    // each value has its former owner
    const owners = (rows: readonly [string, string][]) =>
      rows.map(([key, value]) => [key, (JSON.parse(value) as { owner: string }).owner]).sort();
    const restored = (await rowsOf(ports)).filter(([key]) => kept.some(([each]) => each === key));
    expect(owners(restored)).toEqual(owners(kept));
    await after.signIn(bakery.user.email!);
    // and a free value can be taken
    expect([await email(aMail()), await firmCui(aCui()), await clientCui(aCui())]).toEqual([201, 201, 201]);
    await after.close();
  });

  it('are those of today after the vault was restored from an older backup', async () => {
    const ports = memoryPorts();
    const before = await aGateway({}, ports);
    const { admin, firm, bakery, mill } = await aFirm(before);
    const other = (
      (await admin('post', '/firms', { name: 'Cealaltă', cui: aCui() }).expect(201)).body as { firm: Firm }
    ).firm;
    const backup = await rowsOf(ports);
    const email = bakery.user.email!;
    const firmCui = firm.cui!;
    const clientCui = bakery.client.cui!;
    const newEmail = aMail();
    const newFirmCui = aCui();
    const newClientCui = aCui();
    // one gives up its values for others, and another takes them
    await admin('patch', `/users/${bakery.user.id}`, { email: newEmail }).expect(200);
    await admin('patch', `/users/${mill.user.id}`, { email }).expect(200);
    await admin('patch', `/firms/${firm.id}`, { cui: newFirmCui }).expect(200);
    await admin('patch', `/firms/${other.id}`, { cui: firmCui }).expect(200);
    await admin('patch', `/clients/${bakery.client.id}`, { cui: newClientCui }).expect(200);
    await admin('patch', `/clients/${mill.client.id}`, { cui: clientCui }).expect(200);
    await later(120_000, async () => {
      const after = await again(before, ports, () => lose(ports, backup));
      const today = newcomers(await after.admin(), firm);
      for (const each of [email, newEmail]) expect([each, await today.email(each)]).toEqual([each, 409]);
      for (const each of [firmCui, newFirmCui]) expect([each, await today.firmCui(each)]).toEqual([each, 409]);
      for (const each of [clientCui, newClientCui]) expect([each, await today.clientCui(each)]).toEqual([each, 409]);
      await after.signIn(email);
      await after.signIn(newEmail);
      await after.close();
    });
  }, 30_000);

  it('are free again a minute after somebody was killed between taking one and having it', async () => {
    const ports = memoryPorts();
    const before = await aGateway({}, ports);
    const { firm, bakery, mill } = await aFirm(before);
    const reservations = before.app.get(Reservations, { strict: false });
    const email = aMail();
    const firmCui = aCui();
    const clientCui = aCui();
    const freed = aCui();
    await reservations.take(['email', email], newId());
    await reservations.take(['firm-cui', firmCui], newId());
    // taken by another owner
    await reservations.take(['client-cui', firm.id, clientCui], bakery.client.id);
    // and values whose owner was deleted before they were released
    const admin = await before.admin();
    const { body } = await admin('post', '/firms', { name: 'Trecută', cui: freed });
    await admin('delete', `/firms/${(body as { firm: Firm }).firm.id}`).expect(204);
    await reservations.take(['firm-cui', freed], (body as { firm: Firm }).firm.id);
    await admin('delete', `/users/${mill.user.id}`).expect(204);
    await reservations.take(['email', mill.user.email!], mill.user.id);

    const after = await again(before, ports, async () => {});
    const now = newcomers(await after.admin(), firm);
    expect([await now.email(email), await now.firmCui(firmCui)]).toEqual([409, 409]);
    expect([await now.clientCui(clientCui), await now.firmCui(freed)]).toEqual([409, 409]);
    expect(await now.email(mill.user.email!)).toBe(409);
    await later(61_000, async () => {
      const then = newcomers(await after.admin(), firm);
      expect([await then.email(email), await then.firmCui(firmCui)]).toEqual([201, 201]);
      expect([await then.clientCui(clientCui), await then.firmCui(freed)]).toEqual([201, 201]);
      expect(await then.email(mill.user.email!)).toBe(201);
    });
    await after.close();
  });

  it('are not given to a second one though the views that show whose they are have stopped', async () => {
    const ports = memoryPorts();
    const before = await aGateway({}, ports);
    const { admin, firm, accountant } = await aFirm(before);
    await admin('patch', `/users/${accountant.id}`, { name: 'Elena Ionescu' }).expect(200);
    const email = aMail();
    const firmCui = aCui();
    const clientCui = aCui();
    await admin('post', '/users', { role: 'admin', name: 'Altul', email, password: PASSWORD }).expect(201);
    await admin('post', '/firms', { name: 'Alta', cui: firmCui }).expect(201);
    await admin('post', '/clients', { societate: 'Alta SRL', cui: clientCui, firm_id: firm.id }).expect(201);
    await before.close();
    await lose(ports);
    // the views are filled again, up to the damaged record
    const damaged = (record: StoredRecord): StoredRecord => {
      const { id, type, stream } = parseRecord(record);
      const what = `the record ${id} of ${stream} is damaged`;
      return type === 'UserProfileChanged' ? { ...record, text: '{', damage: { id, type, what } } : record;
    };
    const { reads } = memoryPorts();
    const { events } = ports;
    const follow: typeof events.follow = async function* (position, signal) {
      for await (const batch of events.follow(position, signal)) yield batch.map(damaged);
    };
    const after = await aGateway({}, { ...ports, reads, events: { ...events, follow } });
    const now = newcomers(await after.admin(), firm);
    expect([await now.email(email), await now.firmCui(firmCui), await now.clientCui(clientCui)]).toEqual([
      409, 409, 409,
    ]);
    await after.close();
  }, 60_000);
});
