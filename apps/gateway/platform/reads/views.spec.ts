import { memoryEventStore } from '@dosar/kernel/memory/event-store';
import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { memorySignals } from '@dosar/kernel/memory/signals';
import { memoryVault } from '@dosar/kernel/memory/vault';
import { checkpoints, newId, type ReactorGroup } from '@dosar/kernel/runtime';
import { reactorGroups } from '@dosar/domain/registry';
import { files } from '@dosar/domain/files/files.projector';
import { Views } from './views';
import { placeAt } from '@dosar/adapters/testing/places';

describe('waiting for views when signals are lost', () => {
  const events = memoryEventStore();
  const reads = memoryReadStore();
  const vault = memoryVault();
  const views = new Views({ events, reads, vault, signals: memorySignals() }, [files]);
  beforeAll(() => reads.open([files]));
  afterAll(() => views.close());

  it('ends when the view has come so far', async () => {
    const reached = views.reach(['files'], 7n);
    await reads.apply([{ view: files, writes: [], audiences: new Map() }], placeAt(7n));
    expect(await reached).toBe(true);
  });

  it('ends when the reactors have come so far, and counts what they may have appended', async () => {
    const [{ name: group }] = reactorGroups as [ReactorGroup];
    const { position } = await events.append('user-1', -1, [{ id: newId(), type: 'Noted', text: '{}' }]);
    const reaction = views.reaction(group, position);
    await checkpoints(vault).begin(group, events, null);
    await checkpoints(vault).move(group, placeAt(position));
    expect(await reaction).toEqual({ reached: true, appended: position });
    expect(await views.reaction(group, position + 1n)).toEqual({ reached: false, appended: position });
  });
});
