import { Injectable, Module } from '@nestjs/common';
import { z } from 'zod';
import type { Health } from '@dosar/contracts';
import { DriveEvents } from '@dosar/domain/files/drive.events';
import { files } from '@dosar/domain/files/files.projector';
import { ADMIN, aFile, aFirm, aFolder, aGateway, memoryPorts, PASSWORD, type Gateway } from '../../testing/gateway';
import { becomes, next, pause, socketsTo, type Sockets } from '../../testing/sockets';
import type { Announcement, Announcer } from './announcer';
import type { Call } from '../access/call';
import type { GatewayContext } from '../hosting/context';
import { Ephemeral } from './ephemeral';
import { clientEventOf, type Listener } from './listener';

declare module './audience' {
  interface Audiences {
    /** The accountants assigned to the client. */
    readonly assignedTo: string;
  }
}

// A context of this spec only, to show what further contexts can do.

const uploads: Announcer = {
  name: 'spec-uploads',
  events: DriveEvents,
  views: [files.view],
  announce: (heard) =>
    heard
      .filter(({ type }) => type === 'FileUploaded')
      .map(({ tenant, data, position }) => ({
        event: 'spec:uploaded',
        to: { assignedTo: tenant.clientId! },
        rows: { file: [files, (data as { fileId: string }).fileId] },
        position,
      })) as unknown as Announcement[],
};

let isBroken = false;
const breaking: Announcer = {
  name: 'spec-breaking',
  events: DriveEvents,
  views: [],
  announce(heard) {
    if (isBroken && heard.some(({ type }) => type === 'FolderRenamed')) throw new Error('a defect of the spec');
    return [];
  },
};

@Injectable()
class Typing implements Listener {
  readonly event = 'spec:typing';
  constructor(private readonly ephemeral: Ephemeral) {}

  async hear({ clientId }: { clientId: string }, { caller }: Call): Promise<object> {
    const body = { by: caller.id };
    this.ephemeral.tell({ event: 'spec:typing', to: { clientId }, body } as unknown as Parameters<
      Ephemeral['tell']
    >[0]);
    return { told: true };
  }
}

@Injectable()
class Broken implements Listener {
  readonly event = 'spec:broken';
  async hear(): Promise<void> {
    throw new Error('another defect of the spec');
  }
}

@Injectable()
class Unsendable implements Listener {
  readonly event = 'spec:unsendable';
  async hear(): Promise<object> {
    return { number: 1n };
  }
}

@Module({ providers: [Typing, Broken, Unsendable] })
class SpecModule {}

const spec: GatewayContext = {
  module: SpecModule,
  announcers: [breaking, uploads],
  audiences: [
    {
      by: 'assignedTo',
      roomsOf: (id) => [`assigned ${id}`],
      roomsFor: ({ id }, access) => access.assignments(id).map((clientId) => `assigned ${clientId}`),
    },
  ],
  listeners: [Typing, Broken, Unsendable],
  jobs: [],
};

const events = new Map([
  ...clientEventOf,
  ['spec:typing', { schema: z.strictObject({ clientId: z.string() }), rule: { allow: 'accountant' } as const }],
  ['spec:broken', { schema: z.unknown(), rule: { allow: 'user' } as const }],
  ['spec:unsendable', { schema: z.unknown(), rule: { allow: 'user' } as const }],
]);

describe('what a context brings to the sockets', () => {
  let gateway: Gateway;
  let sockets: Sockets;
  const memory = memoryPorts();
  /** Runs once, at the next read of the log. */
  let meanwhile: (() => PromiseLike<unknown>) | null = null;
  const ports = {
    ...memory,
    events: {
      ...memory.events,
      async *follow(...asked: Parameters<typeof memory.events.follow>) {
        const work = meanwhile;
        meanwhile = null;
        await work?.();
        yield* memory.events.follow(...asked);
      },
    },
  };
  beforeAll(async () => {
    gateway = await aGateway({}, ports, { more: [spec], events });
    sockets = await socketsTo(gateway);
  });

  const enter = async (email: string, password: string = PASSWORD, since?: string) =>
    sockets.enter(await sockets.tokenOf(email, password), since);
  const health = async (): Promise<NonNullable<Health['components']>> => {
    const { body } = await (await gateway.admin())('get', '/health/ready').expect(200);
    return (body as Health).components!;
  };
  const anOffice = async () => {
    const office = await aFirm(gateway, 'Cu repartizare', 'assigned');
    const place = `/clients/${office.bakery.client.id}/accountants`;
    const assign = () => office.admin('post', place, { accountant_ids: [office.accountant.id] }).expect(200);
    const unassign = () => office.admin('delete', `${place}/${office.accountant.id}`).expect(204);
    return { ...office, assign, unassign };
  };

  describe('an announcement that names a row', () => {
    it('is sent as the reply that the row is, to its own audience alone, also to whoever missed it', async () => {
      const { bakery, accountant, assign } = await anOffice();
      await assign();
      const theirs = await enter(accountant.email!);
      const own = await enter(bakery.user.email!);
      const all = await enter(ADMIN.email, ADMIN.password);
      const others: unknown[] = [];
      for (const socket of [own, all]) socket.on('spec:uploaded', (body) => others.push(body));
      const told = next<{ file: object; position: string }>(theirs, 'spec:uploaded');
      const file = await aFile(bakery.ask, 'factura.txt');
      const message = await told;
      expect(message).toEqual({ file, position: expect.stringMatching(/^\d+$/) as string });
      await pause(50);
      expect(others).toEqual([]);

      theirs.disconnect();
      const missed = await aFile(bakery.ask, 'ratată.txt', {}, 'altceva');
      const heard: { file: object }[] = [];
      const token = await sockets.tokenOf(accountant.email!);
      const again = sockets.socketOf({ token, since: message.position });
      again.on('spec:uploaded', (body: { file: object }) => heard.push(body));
      await next(again, 'connect');
      await pause(100);
      expect(heard.map((each) => each.file)).toEqual([missed]);
    });

    it('is not told any more to whoever left its audience, from that moment on', async () => {
      const { bakery, accountant, assign, unassign } = await anOffice();
      const heard: unknown[] = [];
      const socket = await enter(accountant.email!);
      socket.on('spec:uploaded', (body) => heard.push(body));
      await aFile(bakery.ask, 'înainte.txt');
      await assign();
      await pause(100);
      await aFile(bakery.ask, 'repartizat.txt');
      await pause(100);
      expect(heard).toMatchObject([{ file: { name: 'repartizat.txt' } }]);
      await unassign();
      await aFile(bakery.ask, 'după.txt');
      await pause(100);
      expect(heard).toHaveLength(1);
    });
  });

  it('is not told to whoever leaves its audience while what they missed is read', async () => {
    const { bakery, accountant, assign, unassign } = await anOffice();
    await assign();
    await aFile(bakery.ask, 'înainte.txt');
    const since = await ports.events.head();
    await aFile(bakery.ask, 'ratată.txt', {}, 'altceva');
    const token = await sockets.tokenOf(accountant.email!);
    meanwhile = unassign;
    const heard: unknown[] = [];
    const socket = sockets.socketOf({ token, since: String(since) });
    socket.on('spec:uploaded', (body) => heard.push(body));
    await next(socket, 'connect');
    await pause(300);
    expect(meanwhile).toBeNull();
    expect(heard).toEqual([]);
  });

  describe('what a console says', () => {
    it('is heard as the contract writes it, of those who may say it, and told to those who are there', async () => {
      const { bakery, mill, accountant, assign } = await anOffice();
      await assign();
      const theirs = await enter(accountant.email!);
      const own = await enter(bakery.user.email!);
      const foreign = await enter(mill.user.email!);
      const others: unknown[] = [];
      foreign.on('spec:typing', (body) => others.push(body));
      const clientId = bakery.client.id;
      const say = (socket: typeof own, body: unknown) =>
        socket.timeout(1_000).emitWithAck('spec:typing', body) as Promise<object>;
      const head = await ports.events.head();

      const told = next(own, 'spec:typing');
      expect(await say(theirs, { clientId })).toEqual({ told: true });
      expect(await told).toEqual({ by: accountant.id });
      expect(await say(theirs, { clientId, more: 1 })).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: { more: 'Câmp necunoscut' },
      });
      expect(await say(theirs, undefined)).toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(others).toEqual([]);
      // nothing is stored but the refusal
      expect(await ports.events.head()).toBe(head);
      expect(await say(own, { clientId })).toMatchObject({ code: 'ACCESS_DENIED' });
      const stored = async () => ((await ports.events.at([head! + 1n]))[0]?.text ?? '').includes('"AccessRefused"');
      await becomes(stored, true);
      expect(others).toEqual([]);
    });

    it('is told at the other gateways, too', async () => {
      const other = await aGateway({}, ports, { isBeside: true, more: [spec], events });
      const { bakery, accountant } = await aFirm(gateway);
      const there = await socketsTo(other);
      const far = await there.enter(await there.tokenOf(bakery.user.email!));
      const near = await enter(accountant.email!);
      const told = next(far, 'spec:typing');
      near.emit('spec:typing', { clientId: bakery.client.id });
      expect(await told).toEqual({ by: accountant.id });
      await other.close();
    });

    it('fails for itself alone when its listener has a defect, which the health names', async () => {
      const socket = await enter(ADMIN.email, ADMIN.password);
      const say = (event: string, body: object) => socket.timeout(1_000).emitWithAck(event, body) as Promise<object>;
      expect(await say('spec:broken', {})).toMatchObject({ code: 'INTERNAL_ERROR' });
      expect((await health())['sockets']).toMatchObject({
        status: 'degraded',
        detail: expect.stringContaining('spec:broken could not be heard: another defect of the spec') as string,
      });
      expect(await say('spec:typing', { clientId: 'nobody' })).toEqual({ told: true });
    });

    it('ends nothing when what its listener answers cannot be sent, which the health names', async () => {
      const socket = await enter(ADMIN.email, ADMIN.password);
      const answer = (await socket.timeout(1_000).emitWithAck('spec:unsendable', {})) as object;
      expect(answer).toMatchObject({ code: 'INTERNAL_ERROR' });
      expect((await health())['sockets']!.detail).toContain('spec:unsendable could not be heard');
    });
  });

  describe('an announcer with a defect', () => {
    it('stops alone: the process and the others go on, the health names it, and consoles read again', async () => {
      const { bakery, accountant, assign } = await anOffice();
      await assign();
      const socket = await enter(accountant.email!);
      const heard: { file: { name: string } }[] = [];
      socket.on('spec:uploaded', (body: { file: { name: string } }) => heard.push(body));
      const folder = await aFolder(bakery.ask, 'Înainte');
      isBroken = true;
      const resync = next(socket, 'resync');
      const names = Array.from({ length: 20 }, (_, at) => `${at}.txt`);
      await Promise.all([
        bakery.ask('put', `/folders/${folder.id}`, { name: 'După' }).expect(200),
        ...names.map((name) => aFile(bakery.ask, name, {}, name)),
      ]);
      await resync;
      await pause(200);
      expect(heard.map(({ file }) => file.name).sort()).toEqual([...names].sort());
      expect((await health())['sockets']!.detail).toMatch(
        /the announcer spec-breaking stopped at event [\w-]{36}: a defect of the spec/,
      );
      // a later connection is told to read everything, too
      const late = sockets.socketOf({ token: await sockets.tokenOf(accountant.email!) });
      await next(late, 'resync');
      isBroken = false;
    });
  });
});

describe('an application', () => {
  const one = (event: string) => new Map([...clientEventOf, [event, events.get('spec:typing')!]]);

  it('does not start with an event of the contract that nobody listens to, nor with a listener to none', async () => {
    await expect(aGateway({}, memoryPorts(), { events: one('spec:unheard') })).rejects.toThrow(
      'nobody listens to spec:unheard',
    );
    await expect(aGateway({}, memoryPorts(), { more: [spec], events: one('spec:typing') })).rejects.toThrow(
      'the contract has no event spec:broken',
    );
  });
});
