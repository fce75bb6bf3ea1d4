import { memoryEventStore } from '@dosar/adapters/event-store/memory';
import { memoryReadStore } from '@dosar/adapters/read-store/memory';
import { memorySignals } from '@dosar/adapters/signals/memory';
import { memoryVault } from '@dosar/adapters/vault/memory';
import { canonical, newId, reactorsCheckpoint } from '@dosar/kernel';
import { files } from '@dosar/domain/files/files.projector';
import { Views } from './views';

describe('waiting for views when signals are lost', () => {
  const events = memoryEventStore();
  const reads = memoryReadStore();
  const vault = memoryVault();
  const views = new Views({ events, reads, vault, signals: memorySignals() }, new Map([[files.view, files]]));
  beforeAll(() => reads.open([files]));
  afterAll(() => views.close());

  it('ends when the view has come so far', async () => {
    const reached = views.reach(['files'], 7n);
    await reads.apply([{ view: files, writes: [], audiences: new Map() }], 7n);
    expect(await reached).toBe(true);
  });

  it('ends when the reactors have come so far, and counts what they may have appended', async () => {
    const id = newId();
    const { position } = await events.append('user-1', -1, [{ id, type: 'Noted', text: canonical({ id }) }]);
    const reaction = views.reaction(position);
    await vault.putIfAbsent(reactorsCheckpoint('reactors'), String(position));
    expect(await reaction).toEqual({ reached: true, appended: position });
    expect(await views.reaction(position + 1n)).toEqual({ reached: false, appended: position });
  });
});
