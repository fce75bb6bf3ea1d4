import type { Folder } from '@dosar/contracts';
import { copyOf } from '../../testing/copies';
import { aFirm, aFolder, aGateway, ADMIN, memoryPorts, PASSWORD, type Gateway } from '../../testing/gateway';

type Health = { readonly components: Readonly<Record<string, { readonly status: string; readonly detail?: string }>> };
type Stores = ReturnType<typeof memoryPorts>;

const signedIn = async ({ anonymous }: Gateway, email: string, password = PASSWORD) =>
  ((await anonymous('post', '/auth/login', { email, password }).expect(200)).body as { token: string }).token;
const namesIn = async (gateway: Gateway, token: string, clientId: string) => {
  const { body } = await gateway.as(token)('get', `/folders?clientId=${clientId}`).expect(200);
  return (body as { folders: Folder[] }).folders.map(({ name }) => name ?? '');
};
/**
 * An installation, and a copy in which other work was done: in the original an accountant is deactivated and twelve folders
 * are created, in the copy four others. Then the original's log, vault and documents are combined with the copy's views.
 */
const aFork = async () => {
  const original = memoryPorts();
  let gateway = await aGateway({}, original);
  const { accountant, bakery } = await aFirm(gateway);
  const token = await signedIn(gateway, accountant.email!);
  const admin = await signedIn(gateway, ADMIN.email, ADMIN.password);
  await gateway.close();
  const copy: Stores = { ...memoryPorts(), ...(await copyOf(original)), blobs: original.blobs };

  gateway = await aGateway({}, original);
  await gateway.as(admin)('patch', `/users/${accountant.id}`, { status: 'inactive' }).expect(200);
  const made = Array.from({ length: 12 }, (_, at) => `Dosar ${at}`);
  for (const name of made) await aFolder(gateway.as(admin), name, { client_id: bakery.client.id });
  await gateway.close();

  gateway = await aGateway({}, copy);
  const phantoms = ['Fantomă 1', 'Fantomă 2', 'Fantomă 3', 'Fantomă 4'];
  for (const name of phantoms) await aFolder(gateway.as(token), name, { client_id: bakery.client.id });
  const shown = await namesIn(gateway, token, bakery.client.id);
  expect(shown).toEqual(expect.arrayContaining(phantoms));
  await gateway.close();

  const { events, vault, ledger } = original;
  const ports: Stores = { ...copy, events, vault, ledger, search: memoryPorts().search };
  return { ports, accountant: token, admin, clientId: bakery.client.id, made, phantoms };
};

describe('what a copy has computed, beside the log that it was copied from', () => {
  it('is dropped, said, and filled anew: no folder of the copy is shown, and no right comes back', async () => {
    const { ports, accountant, admin, clientId, made, phantoms } = await aFork();
    const gateway = await aGateway({}, ports);
    await gateway.as(accountant)('get', `/folders?clientId=${clientId}`).expect(401);
    await gateway.as(accountant)('post', '/folders', { name: 'Nu', client_id: clientId }).expect(401);

    const { body } = await gateway.as(admin)('get', '/health/ready').expect(200);
    expect((body as Health).components['log']).toMatchObject({
      status: 'degraded',
      detail: expect.stringMatching(
        /^what was computed from another log is dropped, filled anew by itself, .*\baccess\b.*\bfolders\b/,
      ) as string,
    });
    // and the log can be continued
    await aFolder(gateway.as(admin), 'După', { client_id: clientId });
    const names = await namesIn(gateway, admin, clientId);
    expect(names).toEqual(expect.arrayContaining([...made, 'După']));
    expect(names.filter((name) => phantoms.includes(name))).toEqual([]);
    await gateway.close();
  });
});
