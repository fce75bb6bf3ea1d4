import { DriveEvents } from '../files/drive.events';
import { isReturned } from '../files/undo/deed-returns';
import { registry } from '../registry';
import { undoneBy, undoneByOf } from './undo';

describe('what undoes an event', () => {
  it('is said of every one that there is, and of no other', () =>
    expect(Object.keys(undoneBy).sort()).toEqual([...registry.keys()].sort()));

  it('is an event, or a reason why not', () => {
    for (const undoing of Object.values(undoneBy))
      if ('by' in undoing) expect(registry.has(undoing.by)).toBe(true);
      else expect(undoing.why).toMatch(/^[a-z_]+$/);
    expect(undoneByOf('OfALaterVersion')).toEqual({ why: 'installation' });
  });

  it('is done for whatever of a drive is said to be undone', () => {
    const data = { from: {}, to: {} };
    const returned = Object.keys(DriveEvents.shapes).filter((type) => isReturned({ type, data }));
    const said = Object.keys(DriveEvents.shapes).filter((type) => 'by' in undoneByOf(type));
    expect(returned.sort()).toEqual(said.sort());
  });
});
