import { memoryVault } from '@dosar/kernel/memory/vault';
import { claims } from './digest-claims';

const LONG = 11 * 60_000;

/** Two processes with one vault and one clock. */
const given = () => {
  const vault = memoryVault();
  const clock = { now: 1_000_000_000 };
  const now = () => clock.now;
  return { clock, one: claims(vault, now), other: claims(vault, now), third: claims(vault, now) };
};
/** Work that lasts until the test ends it. */
const aWork = () => {
  let end = () => {};
  const until = new Promise<void>((resolve) => (end = resolve));
  let times = 0;
  const work = () => {
    times += 1;
    return until;
  };
  return { work, end: () => end(), times: () => times };
};
const turn = () => new Promise((go) => setImmediate(go));

describe('the digest of a person', () => {
  it('is mailed by one process at a time, and again by any', async () => {
    const { one, other } = given();
    const first = aWork();
    const second = aWork();
    const mailing = one('ana', first.work);
    await turn();
    await other('ana', second.work);
    expect([first.times(), second.times()]).toEqual([1, 0]);
    first.end();
    await mailing;
    second.end();
    await other('ana', second.work);
    await one('ana', second.work);
    expect(second.times()).toBe(2);
  });

  it('is mailed by one process at a time also when one that was late comes to its end', async () => {
    const { clock, one, other, third } = given();
    const late = aWork();
    const second = aWork();
    const more = aWork();
    const first = one('ana', late.work);
    await turn();
    clock.now += LONG;
    const next = other('ana', second.work);
    await turn();
    expect(second.times()).toBe(1);
    late.end();
    await first;
    await third('ana', more.work);
    expect(more.times()).toBe(0);
    second.end();
    await next;
  });

  it('is mailed by the next when the work failed', async () => {
    const { one, other } = given();
    const second = aWork();
    await expect(one('ana', () => Promise.reject(new Error('no mail')))).rejects.toThrow('no mail');
    second.end();
    await other('ana', second.work);
    expect(second.times()).toBe(1);
  });
});
