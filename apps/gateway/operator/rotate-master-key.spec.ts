import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '@dosar/adapters/cannot-start';
import { lockFolder } from '@dosar/adapters/folder-lock';
import { masterKeysOf } from '@dosar/adapters/master-key';
import { readPortsConfig } from '@dosar/adapters/ports-config';
import { aFolder as aPlace } from '@dosar/adapters/testing/folder';
import { sqliteVault } from '@dosar/adapters/vault/sqlite';
import { keyring, masters, WrongMaster, type Vault } from '@dosar/kernel/runtime';
import { aFirm, aFolder, aGateway, aLetter, memoryPorts, PASSWORD, tokenIn } from '../testing/gateway';
import { rotate } from './rotate-master-key';
import { until } from '@dosar/kernel/testing/waiting';

const WRAPPED = /^(key|purpose)\//;

const wrappedIn = async (vault: Vault): Promise<[string, string][]> => {
  const found: [string, string][] = [];
  for await (const [place, text] of vault.all(''))
    if (WRAPPED.test(place) && text.startsWith('{')) found.push([place, text]);
  return found;
};

/** How many wrapped values of a vault these keys unwrap. */
const openedWith = async (vault: Vault, keys: readonly Buffer[]): Promise<number> => {
  const open = masters(keys);
  let opened = 0;
  for (const [place, text] of await wrappedIn(vault))
    try {
      open.unwrap(place, text);
      opened += 1;
    } catch (error) {
      if (!(error instanceof WrongMaster)) throw error;
    }
  return opened;
};

/** An installation with vault and master key in a folder, whose processes each open the vault. */
const anInstallation = async (environment: Readonly<Record<string, string>> = {}) => {
  const { folder, remove } = await aPlace();
  const config = readPortsConfig({ DOSAR_DATA_DIR: folder, ...environment });
  masterKeysOf(config);
  const vaults: Vault[] = [];
  const opened = () => {
    const vault = sqliteVault(join(folder, 'vault.db'));
    vaults.push(vault);
    return vault;
  };
  const ports = { ...memoryPorts(), vault: opened() };
  const start = (keys = masterKeysOf(config)) => aGateway({}, ports, { masterKeys: keys });
  const end = async () => {
    for (const vault of vaults) await vault.close();
    await remove();
  };
  return { folder, config, ports, start, opened, end };
};

describe('the master key is replaced', () => {
  it('in two steps, beside a server that goes on: the old one opens nothing, the new one all, links too', async () => {
    const { config, ports, start, end } = await anInstallation();
    const [old] = masterKeysOf(config);
    const before = await start();
    const { bakery, mill } = await aFirm(before);
    const { email } = bakery.user;
    const again = { 'idempotency-key': 'primul-dosar-al-firmei' };
    const folder = (await bakery.ask('post', '/folders', { name: 'Facturi' }, again).expect(201)).body as unknown;
    const signedIn = await before.anonymous('post', '/auth/login', { email, password: PASSWORD }).expect(200);
    const cookie = signedIn.headers['set-cookie']![0]!.split(';')[0]!;
    await before.anonymous('post', '/auth/forgot-password', { email }).expect(202);
    const { link } = await aLetter(before, email!);
    await before.close();

    expect((await rotate(config)).join(' ')).toContain('has a new key before the old one');
    const both = masterKeysOf(config);
    expect([both.length, both[1]]).toEqual([2, old]);
    const during = await start();
    // a key made while there are two master keys
    await aFirm(during, 'Alt birou');
    const [sentence] = await rotate(config);
    expect(Number(/^(\d+) keys were wrapped/.exec(sentence!)?.[1])).toBeGreaterThan(10);
    await aFolder(await during.signIn(email!), 'Bonuri');
    const acts = async () => {
      const { body } = await (await during.admin())('get', '/audit/events?event_type=OperatorActed').expect(200);
      return (body as { events: { details: object }[] }).events.map(({ details }) => details);
    };
    await until(async () => (await acts()).length > 0);
    expect(await acts()).toMatchObject([{ what: 'rotation', count: parseInt(sentence!) }]);
    await during.close();

    const now = masterKeysOf(config);
    expect(now).toEqual([both[0]]);
    const all = (await wrappedIn(ports.vault)).length;
    expect([await openedWith(ports.vault, now), await openedWith(ports.vault, [old!])]).toEqual([all, 0]);
    const places = (await wrappedIn(ports.vault)).map(([place]) => place);
    for (const purpose of ['root', 'marks', 'reservations', 'refresh', 'tickets', 'links', 'factors', 'rows', 'tokens'])
      expect(places).toContain(`purpose/${purpose}/1`);
    await expect(start([old!])).rejects.toThrow(/master key is not the one that wrapped the keys/);

    const after = await start();
    const ask = await after.signIn(email!);
    const { body } = await ask('get', '/folders').expect(200);
    expect((body as { folders: { name: string }[] }).folders.map(({ name }) => name).sort()).toEqual([
      'Bonuri',
      'Facturi',
    ]);
    // idempotency, unique values and sessions survive
    expect((await ask('post', '/folders', { name: 'Facturi' }, again).expect(201)).body).toEqual(folder);
    const twice = { role: 'user', name: 'Alta', email: mill.user.email, client_id: mill.client.id };
    await (await after.admin())('post', '/users', { ...twice, password: PASSWORD }).expect(409);
    await after.anonymous('post', '/auth/refresh', undefined, { cookie }).expect(200);
    const token = tokenIn(link);
    await after.anonymous('get', `/auth/reset-password/${token}`).expect(200);
    const chosen = { token, password: 'Alta-Parola-Lunga-2', password_confirmation: 'Alta-Parola-Lunga-2' };
    await after.anonymous('post', '/auth/reset-password', chosen).expect(204);
    await after.signIn(email!, chosen.password);
    await after.close();
    await end();
  }, 60_000);

  it('on from where the command was killed: what was wrapped stays so, and all opens meanwhile', async () => {
    const { config, ports, start, end } = await anInstallation();
    const before = await start();
    const { bakery } = await aFirm(before);
    await before.close();
    await rotate(config);
    const both = masterKeysOf(config);
    const rows = await wrappedIn(ports.vault);
    const keys = masters(both);
    for (const [at, [place, text]] of rows.entries())
      if (at % 2 === 0) await ports.vault.replaceIf(place, text, keys.wrap(place, keys.unwrap(place, text)));
    const half = Math.ceil(rows.length / 2);
    expect(await openedWith(ports.vault, both.slice(0, 1))).toBe(half);
    const during = await start();
    await aFolder(await during.signIn(bakery.user.email!), 'Facturi');
    await during.close();
    const left = (await wrappedIn(ports.vault)).length - (await openedWith(ports.vault, both.slice(0, 1)));
    expect((await rotate(config))[0]).toMatch(new RegExp(`^${left} keys were wrapped`));
    expect(await openedWith(ports.vault, both.slice(1))).toBe(0);
    expect(await openedWith(ports.vault, masterKeysOf(config))).toBe((await wrappedIn(ports.vault)).length);
    await end();
  }, 30_000);

  it('not while a process is at work that knows the old one alone', async () => {
    const { folder, config, start, end } = await anInstallation();
    await (await start()).close();
    const lock = lockFolder(folder);
    await new Promise((go) => setTimeout(go, 50));
    await rotate(config);
    const again = rotate(config);
    await expect(again).rejects.toThrow(CannotStart);
    await expect(again).rejects.toThrow(/was started before there was the new key: start it again/);
    expect(masterKeysOf(config)).toHaveLength(2);
    lock.release();
    await rotate(config);
    expect(masterKeysOf(config)).toHaveLength(1);
    await end();
  });

  it('by those that the surroundings give: one is refused with what to do, and so are two that wrapped nothing', async () => {
    const [old, next, other] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('hex'));
    const { folder, config, ports, start, end } = await anInstallation({ DOSAR_MASTER_KEY: old! });
    await (await start()).close();
    const withKeys = (keys: string) => rotate(readPortsConfig({ DOSAR_DATA_DIR: folder, DOSAR_MASTER_KEY: keys }));
    await expect(rotate(config)).rejects.toThrow(/DOSAR_MASTER_KEY has one key: make another/);
    await expect(withKeys(`${next},${other}`)).rejects.toThrow(
      /wrapped by another master key than the two that are given/,
    );
    expect((await withKeys(`${next},${old}`)).join(' ')).toContain('Give all processes the new key alone');
    const all = (await wrappedIn(ports.vault)).length;
    expect(await openedWith(ports.vault, [Buffer.from(next!, 'hex')])).toBe(all);
    expect(readdirSync(folder)).not.toContain('master.key');
    await end();
  });
});

describe('a key is destroyed', () => {
  it('and is gone in every process within a second, leaves no copy in any file, and is never made again', async () => {
    const { folder, config, ports, start, opened, end } = await anInstallation();
    const gateway = await start();
    const { admin, bakery, mill } = await aFirm(gateway);
    for (const { ask } of [bakery, mill]) await aFolder(ask, 'Canar');
    const place = `key/files:${bakery.client.id}/${new Date().getUTCFullYear()}`;
    const { c: wrapped } = JSON.parse((await ports.vault.get(place))!) as { c: string };
    const secret = masters(masterKeysOf(config)).unwrap(place, (await ports.vault.get(place))!);
    const copies = () =>
      readdirSync(folder).filter((file) => {
        const bytes = readFileSync(join(folder, file));
        const forms = [
          secret,
          ...(['hex', 'base64', 'base64url'] as const).map((form) => secret.toString(form)),
          wrapped,
        ];
        return forms.some((form) => bytes.includes(form));
      });
    expect(copies()).not.toEqual([]);
    const namesOf = async ({ client: { id } }: typeof bakery) => {
      const { body } = await admin('get', `/audit/events?client_id=${id}&event_type=FolderCreated`).expect(200);
      return (body as { events: { details: { name?: string | null } }[] }).events.map(({ details }) =>
        JSON.stringify(details),
      );
    };
    expect((await namesOf(bakery)).join()).toContain('Canar');

    // as another process erases somebody
    await keyring(opened(), masters(masterKeysOf(config))).destroy(
      `files:${bakery.client.id}/${new Date().getUTCFullYear()}`,
    );
    await until(async () => !(await namesOf(bakery)).join().includes('Canar'));
    expect(copies()).toEqual([]);
    expect((await namesOf(mill)).join()).toContain('Canar');
    // no key replaces it, since nothing is stored without its personal data
    await bakery.ask('post', '/folders', { name: 'Altul' }).expect(404);
    await aFolder(mill.ask, 'Altul');
    expect((await namesOf(bakery)).join()).not.toContain('Altul');
    expect((await namesOf(mill)).join()).toContain('Altul');
    await gateway.close();
    const after = await start();
    expect(await ports.vault.get(place)).toBe('destroyed');
    // a rotation skips it
    await after.close();
    await rotate(config);
    await rotate(config);
    expect(await ports.vault.get(place)).toBe('destroyed');
    await end();
  }, 30_000);
});
