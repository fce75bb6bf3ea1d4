import type { Signal, Signals } from '@dosar/kernel/runtime';
import { staysSo, until } from '@dosar/kernel/testing/waiting';

export type OpenedSignals = {
  readonly here: Signals;
  /** The same signals in another thread or process. */
  readonly there: Signals;
  readonly close: () => Promise<void>;
};

export const moved = (position: number): Signal => ({
  kind: 'moved',
  views: ['files'],
  position: String(position),
  audiences: ['c-1'],
});

/** The contract of all signals. */
export const signalsSuite = (name: string, open: () => Promise<OpenedSignals>) =>
  describe(`signals: ${name}`, () => {
    let opened: OpenedSignals;
    beforeAll(async () => void (opened = await open()));
    afterAll(() => opened.close());

    it('are heard here and there, in order', async () => {
      const here: Signal[] = [];
      const there: Signal[] = [];
      const quiet = [
        opened.here.listen((signal) => here.push(signal)),
        opened.there.listen((signal) => there.push(signal)),
      ];
      const sent = Array.from({ length: 50 }, (_, at) => moved(at));
      for (const signal of sent) opened.here.send(signal);
      await until(() => here.length >= 50 && there.length >= 50);
      expect([here, there]).toEqual([sent, sent]);
      for (const stop of quiet) stop();
    });

    it('are heard as they were sent, whatever they say', async () => {
      const heard: Signal[] = [];
      const quiet = opened.there.listen((signal) => heard.push(signal));
      const sent: Signal[] = [
        { kind: 'moved', views: [], position: '9007199254740993', audiences: [] },
        { kind: 'reacted', group: 'letters', position: '9007199254740993', appended: '9007199254740995' },
        { kind: 'reacted', group: 'letters', position: '7', appended: null },
        {
          kind: 'here',
          users: [
            ['u-1', 0],
            ['u-2', 90_000],
          ],
        },
        { kind: 'uploading', gateway: 'g-1', sessionId: 's-1', uploads: 2, bytes: 2 ** 30 },
        { kind: 'who' },
        { kind: 'ephemeral', topic: 'typing', body: { to: { userId: 'u-1' }, name: 'Țăranu', times: [1, null] } },
        { kind: 'stopped', view: 'files', eventId: null, reason: 'ș ț 🧾 "quoted"' },
      ];
      for (const signal of sent) opened.here.send(signal);
      await until(() => heard.length >= sent.length);
      expect(heard).toEqual(sent);
      quiet();
    });

    it('reach the others', async () => {
      await expect(opened.here.reach()).resolves.not.toThrow();
      await expect(opened.there.reach()).resolves.not.toThrow();
    });

    it('are not heard by those who have stopped listening', async () => {
      const seen: Signal[] = [];
      opened.there.listen((signal) => seen.push(signal))();
      opened.here.send(moved(1));
      await staysSo(() => seen.length === 0);
    });
  });
