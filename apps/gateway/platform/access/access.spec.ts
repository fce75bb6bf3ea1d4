import { memoryEventStore } from '@dosar/kernel/memory/event-store';
import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { recordClock, Unavailable, type EventStore } from '@dosar/kernel/runtime';
import { registry, projectors } from '@dosar/domain/registry';
import { Access } from './access';

/** A log that can be made unavailable to its followers. */
const fragile = () => {
  const log = memoryEventStore();
  let breakDown = (_: Error) => {};
  let down = false;
  const mustAnswer = () => {
    if (down) throw new Unavailable('the log is out of reach');
  };
  const events: EventStore = {
    ...log,
    async head() {
      mustAnswer();
      return log.head();
    },
    async *follow(after, signal) {
      mustAnswer();
      const broken = new Promise<never>((_, reject) => (breakDown = reject));
      const following = log.follow(after, signal)[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await Promise.race([following.next(), broken]);
        if (done) return;
        yield value;
      }
    },
  };
  const out = () => {
    down = true;
    breakDown(new Unavailable('the log is out of reach'));
  };
  return { events, out, back: () => void (down = false) };
};

describe('what is known of who may do what', () => {
  const stopping = new AbortController();
  afterAll(() => {
    stopping.abort();
    jest.useRealTimers();
  });
  const soon = () => new Promise((go) => setTimeout(go, 600));

  it('is too old to write by when the log has been out of reach for long, and not when it is back', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'] });
    const { events, out, back } = fragile();
    const reads = memoryReadStore();
    await reads.open(projectors);
    for (const each of projectors) await reads.settle(each);
    const told = { onMoved() {}, onRead() {}, onFailure() {}, onStop() {}, rowsKey: null };
    const access = new Access({ events, reads, registry, clock: recordClock(() => new Date()), ...told });
    await access.open(stopping.signal);
    access.mustBeFresh();
    out();
    await soon();
    access.mustBeFresh();
    jest.advanceTimersByTime(6_000);
    expect(() => access.mustBeFresh()).toThrow(Unavailable);
    back();
    await soon();
    access.mustBeFresh();
  });
});
