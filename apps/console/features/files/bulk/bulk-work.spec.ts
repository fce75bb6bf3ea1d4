/** @jest-environment ./testing/browser.cjs */
import type { FailedItem, Operation } from '@dosar/contracts';
import { Refused, Unreachable } from '../../../platform/refusals';
import { hearOf, inParts, works } from './bulk-work';

const things = Array.from({ length: 1_200 }, (_, at) => at);
const failure: FailedItem = { id: 'f', type: 'file', name: 'f.pdf', code: 'NAME_TAKEN', error: '' };
const operation = (failed: FailedItem[] = [], done = 500) => ({
  operation: { id: 'o', kind: 'move', status: 'completed', done, failed } as unknown as Operation,
});
const refused = () => new Refused(423, { error: '', code: 'BULK_LOCKED_ITEMS', correlation_id: '' });

describe('more than one call takes', () => {
  it('is sent in parts of one deed, and told as one', async () => {
    const sent: number[] = [];
    const deeds = new Set<string>();
    const outcome = await inParts('move', things, (part, deed) => {
      sent.push(part.length);
      deeds.add(deed);
      const failed = sent.length === 2 ? [failure] : [];
      return Promise.resolve(operation(failed, part.length - failed.length));
    });
    expect(sent).toEqual([500, 500, 200]);
    expect([...deeds]).toEqual([expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)]);
    expect(outcome).toMatchObject({ total: 1_200, done: 1_199, failed: [failure], partial: ['o'], isCancelled: false });
    expect(works.get()).toEqual([]);
  });
  it('shows how far all of it is, as the server tells of each part', async () => {
    const shown: number[] = [];
    const told = (done: number, total: number, id = `of ${total}`, status = 'in_progress') =>
      hearOf({ id, kind: 'move', status, total, done, failed: [] } as never);
    await inParts('move', things, (part) => {
      // what somebody else has done before
      told(200, part.length, 'another', 'completed');
      expect(works.get()[0]!.operation).toBeNull();
      told(100, part.length);
      told(400, part.length, 'another');
      // of somebody's other operation
      told(300, 7);
      const [work] = works.get();
      shown.push(work!.before + work!.operation!.done);
      return Promise.resolve(operation());
    });
    expect(shown).toEqual([100, 600, 1_100]);
  });
  it('goes on with the other parts when one is refused', async () => {
    let asked = 0;
    const send = () => ((asked += 1) === 1 ? Promise.reject(refused()) : Promise.resolve(operation()));
    const outcome = await inParts('move', things, send);
    expect([asked, outcome.reached.length]).toEqual([3, 700]);
  });
  it('does not go on when nobody answers, and says what was done', async () => {
    let asked = 0;
    const send = () => ((asked += 1) === 2 ? Promise.reject(new Unreachable('x')) : Promise.resolve(operation()));
    expect((await inParts('move', things, send)).reached).toHaveLength(500);
    expect(asked).toBe(2);
  });
  it('does not go on after a defect', async () => {
    let asked = 0;
    const send = () => ((asked += 1) === 2 ? Promise.reject(new TypeError('x')) : Promise.resolve(operation()));
    expect((await inParts('move', things, send)).reached).toHaveLength(500);
    expect(asked).toBe(2);
  });
  it('is refused when all of it is', () =>
    expect(inParts('move', things, () => Promise.reject(refused()))).rejects.toBeInstanceOf(Refused));
});
