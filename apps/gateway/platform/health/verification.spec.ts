import { memoryVault } from '@dosar/kernel/memory/vault';
import { readRefusal } from '@dosar/kernel/runtime';
import { verification, type Verified } from './verification';

const HOUR_MS = 60 * 60 * 1000;

/** A verifying process under the test's control. */
const aProcess = (vault: ReturnType<typeof memoryVault>) => {
  const asked: (Verified | null)[] = [];
  const failures: Error[] = [];
  const verifying = verification((error) => failures.push(error));
  const stopping = new AbortController();
  verifying.run((from) => void asked.push(from && { at: from.at, roots: from.roots }), vault, stopping.signal);
  return { ...verifying, asked, failures, stop: () => stopping.abort() };
};

const half: Verified = { at: 500, roots: ['half'] };
const whole: Verified = { at: 1_000, roots: ['whole'] };

describe('the log is verified', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('by one of the processes, and again after twenty times as long as it took', async () => {
    const vault = memoryVault();
    const both = [aProcess(vault), aProcess(vault)];
    const askedOf = () => both.map(({ asked }) => asked.length);
    await jest.advanceTimersByTimeAsync(11_000);
    expect(askedOf().sort()).toEqual([0, 1]);
    const first = both.find(({ asked }) => asked.length === 1)!;
    for (let said = 0; said < 10; said += 1) {
      first.onVerified(half, false);
      await jest.advanceTimersByTimeAsync(20_000);
    }
    expect(askedOf().sort()).toEqual([0, 1]);
    first.onVerified(whole, true);
    // the pass took 200 s
    await jest.advanceTimersByTimeAsync(HOUR_MS);
    expect(askedOf().sort()).toEqual([0, 1]);
    await jest.advanceTimersByTimeAsync(7 * 60_000);
    expect(both.flatMap(({ asked }) => asked)).toEqual([null, null]);
    expect(both.flatMap(({ failures }) => failures)).toEqual([]);
    for (const { stop } of both) stop();
  });

  it('also when a process starts that was not there the last time: the log may have been changed meanwhile', async () => {
    const vault = memoryVault();
    const first = aProcess(vault);
    await jest.advanceTimersByTimeAsync(11_000);
    first.onVerified(whole, true);
    await jest.advanceTimersByTimeAsync(30_000);
    first.stop();
    const second = aProcess(vault);
    const third = aProcess(vault);
    await jest.advanceTimersByTimeAsync(11_000);
    expect([first.asked, [...second.asked, ...third.asked]]).toEqual([[null], [null]]);
    for (const each of [second, third]) if (each.asked.length > 0) each.onVerified(whole, true);
    await jest.advanceTimersByTimeAsync(30_000);
    expect([...second.asked, ...third.asked]).toEqual([null]);
    // a short log is verified again soon
    await jest.advanceTimersByTimeAsync(30_000);
    expect([...second.asked, ...third.asked]).toEqual([null, null]);
    for (const each of [second, third]) each.stop();
  });

  it('on from where the process left it that has stopped', async () => {
    const vault = memoryVault();
    const first = aProcess(vault);
    await jest.advanceTimersByTimeAsync(11_000);
    first.onVerified(half, false);
    first.stop();
    const second = aProcess(vault);
    await jest.advanceTimersByTimeAsync(60_000);
    expect([first.asked, second.asked]).toEqual([[null], [half]]);
    second.stop();
  });

  it('and refused when it is not what was known of it', async () => {
    const vault = memoryVault();
    const { onRewritten, stop } = aProcess(vault);
    onRewritten('the log was rewritten');
    await jest.advanceTimersByTimeAsync(0);
    expect(await readRefusal(vault)).toMatch(/^the log was rewritten; .* "dosar accept-log"$/);
    stop();
  });

  it('by each process that has found a record damaged, once another has found all of it to be what was written', async () => {
    const vault = memoryVault();
    const one = aProcess(vault);
    one.onSharedDamage('a record is damaged');
    await jest.advanceTimersByTimeAsync(0);
    expect(await readRefusal(vault)).toBe('a record is damaged');
    const other = aProcess(vault);
    other.onWhole();
    await jest.advanceTimersByTimeAsync(0);
    expect(await readRefusal(vault)).toBeNull();
    for (const each of [one, other]) await each.again();
    expect([one.asked, other.asked]).toEqual([[null], []]);
    for (const { stop } of [one, other]) stop();
  });
});
