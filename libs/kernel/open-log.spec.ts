import { checkpoints } from './checkpoints';
import { masters } from './masters';
import { memoryEventStore } from './memory/event-store';
import { memoryVault } from './memory/vault';
import { openLog } from './open-log';
import { aCommandHandler } from './testing/account';

const GROUP = { name: 'spec', reactors: [], isWaitedFor: true };
const keys = masters([Buffer.alloc(32, 1)]);

/** A log with its vault, at which another process is at work. */
const anInstallation = async () => {
  const events = memoryEventStore();
  const vault = memoryVault();
  await openLog({ events, vault }, keys, [GROUP]);
  const { handle } = aCommandHandler({ events, vault });
  let made = 0;
  /** The other process writes something, and its reactors have done what follows. */
  const work = async () => {
    await handle(`a-${(made += 1)}`, { type: 'Open', data: { owner: 'Ana' } });
    await checkpoints(vault).move(GROUP.name, (await events.head())!);
  };
  return { events, vault, work };
};

describe('a log that is opened', () => {
  it('while another process writes to it is not taken for one that was set back', async () => {
    const { events, vault, work } = await anInstallation();
    const growing = {
      ...events,
      head: async () => {
        const end = await events.head();
        await work();
        return end;
      },
    };
    const opened = await openLog({ events: growing, vault }, keys, [GROUP]);
    expect(opened.refusal).toBeNull();
    expect(opened.findings).toEqual([]);
    expect(await checkpoints(vault).at(GROUP.name)).toBe(await events.head());
  });

  it('in an older copy is refused, and its reactors go on at its end', async () => {
    const { events, vault, work } = await anInstallation();
    const end = await events.head();
    await work();
    const { refusal, findings } = await openLog({ events: { ...events, head: async () => end }, vault }, keys, [GROUP]);
    expect(refusal).toMatch(
      /^the log is older than what was computed from it; .*restored from its backup.*dosar accept-log/,
    );
    expect(findings).toEqual([
      expect.stringMatching(/^reactors that were further than the log go on at its end by themselves.*: spec$/),
    ]);
    expect(await checkpoints(vault).at(GROUP.name)).toBe(end);
  });
});
