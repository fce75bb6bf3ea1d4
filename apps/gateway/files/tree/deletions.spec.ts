import { checkpoints } from '@dosar/kernel/runtime';
import { aFile, aFirm, aFolder, aGateway, later, memoryPorts, type Ask, type Gateway } from '../../testing/gateway';
import { until } from '@dosar/kernel/testing/waiting';

const HOUR_MS = 60 * 60_000;
type Firm = Awaited<ReturnType<typeof aFirm>>;

/** A folder with that many files and folders in it. */
const aTree = async (
  ask: Ask,
  name: string,
  { files, folders }: { readonly files: number; readonly folders: number },
) => {
  const { id } = await aFolder(ask, name);
  for (let at = 0; at < files; at += 1) await aFile(ask, `${at}.txt`, { folder_id: id });
  for (let at = 0; at < folders; at += 1) await aFolder(ask, `${at}`, { parent_folder_id: id });
  return id;
};
const remove = (ask: Ask, id: string, client_id?: string) =>
  ask('post', '/bulk/files/delete', { folder_ids: [id], client_id }).expect(200);
const restore = (ask: Ask, id: string) => ask('post', '/bulk/files/restore', { folder_ids: [id] }).expect(200);
/** Deletes and restores repeatedly: each deletion counts. */
const removeOften = async (times: number, ask: Ask, id: string) => {
  for (let at = 0; at < times; at += 1) {
    if (at > 0) await restore(ask, id);
    await remove(ask, id);
  }
};

/** Waits until the last deletion was reacted to. */
const reacted = async ({ ports }: Gateway) => {
  const head = (await ports.events.head())!;
  const alarms = checkpoints(ports.vault);
  await until(async () => ((await alarms.at('alarms')) ?? -1n) >= head);
};
/** The alarms about somebody. */
const alarmsOf = async (gateway: Gateway, admin: Ask, userId: string) => {
  await gateway.installation.views.reach(['audit'], (await gateway.ports.events.head())!);
  const { body } = await admin('get', `/audit/events?event_type=AlarmRaised&resource_id=${userId}`).expect(200);
  return (body as { events: { details: object }[] }).events.map(({ details }) => details);
};

describe('deletions', () => {
  let gateway: Gateway;
  let firm: Firm;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  it('of more than people delete in an hour raise one alarm, and none is refused', async () => {
    const { ask, user } = firm.bakery;
    const tree = await aTree(ask, 'Mult', { files: 60, folders: 39 });
    await removeOften(5, ask, tree);
    await reacted(gateway);
    expect(await alarmsOf(gateway, firm.admin, user.id)).toEqual([]);
    const { id } = await aFile(ask, 'încă unul.txt');
    await ask('post', '/bulk/files/delete', { file_ids: [id] }).expect(200);
    const alarm = {
      alarm: 'deletions',
      user_id: user.id,
      user_name: user.name,
      files: 301,
      folders: 200,
      since: expect.any(String) as string,
    };
    await reacted(gateway);
    expect(await alarmsOf(gateway, firm.admin, user.id)).toEqual([alarm]);
    await restore(ask, tree);
    await removeOften(6, ask, tree);
    await reacted(gateway);
    expect(await alarmsOf(gateway, firm.admin, user.id)).toEqual([alarm]);
  });

  it('of one account do not add up with those of another', async () => {
    const { ask, user, client } = firm.mill;
    const tree = await aTree(ask, 'Al morii', { files: 0, folders: 249 });
    await removeOften(2, ask, tree);
    await restore(ask, tree);
    await remove(firm.accountantAsk, tree, client.id);
    await reacted(gateway);
    for (const { id } of [user, firm.accountant]) expect(await alarmsOf(gateway, firm.admin, id)).toEqual([]);
  });

  it('are told of again an hour later', async () => {
    const { user } = firm.bakery;
    // records of the future close the log for the present, so this comes last
    await later(HOUR_MS, async () => {
      const ask = await gateway.signIn(user.email!);
      const admin = await gateway.admin();
      const tree = await aTree(ask, 'Mai târziu', { files: 0, folders: 249 });
      await removeOften(3, ask, tree);
      await reacted(gateway);
      // the clock is frozen here, and the audit's view is filled later than the others
      jest.setSystemTime(Date.now() + 60_000);
      expect(await alarmsOf(gateway, admin, user.id)).toMatchObject([
        { alarm: 'deletions', files: 0, folders: 501 },
        { alarm: 'deletions', files: 301, folders: 200 },
      ]);
    });
  });
});

describe('deletions over several gateways, which start anew meanwhile,', () => {
  it('count together, and raise one alarm', async () => {
    const ports = memoryPorts();
    const begin = async () => [await aGateway({}, ports), await aGateway({}, ports, { isBeside: true })] as const;
    let gateways = await begin();
    const { bakery } = await aFirm(gateways[0]);
    const tree = await aTree(bakery.ask, 'Mult', { files: 0, folders: 99 });
    const end = async () => {
      for (const gateway of [...gateways].reverse()) await gateway.close();
    };
    /** Half of the number that raises an alarm, at each gateway in turn. */
    const half = async (isLast: boolean) => {
      const asks = await Promise.all(gateways.map((gateway) => gateway.signIn(bakery.user.email!)));
      for (let at = 0; at < 3; at += 1) {
        await remove(asks[at % 2]!, tree);
        if (!isLast || at < 2) await restore(asks[at % 2]!, tree);
      }
    };
    await half(false);
    await reacted(gateways[0]);
    expect(await alarmsOf(gateways[0], await gateways[0].admin(), bakery.user.id)).toEqual([]);
    await end();
    gateways = await begin();
    await half(true);
    await reacted(gateways[0]);
    expect(await alarmsOf(gateways[0], await gateways[0].admin(), bakery.user.id)).toMatchObject([
      { alarm: 'deletions', files: 0, folders: 501 },
    ]);
    await end();
  });
});
