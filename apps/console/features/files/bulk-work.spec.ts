import type { FailedItem, Operation } from '@dosar/contracts';
import { Refused, Unreachable } from '../../platform/refusals';
import { countOf, inParts } from './bulk-work';

const things = Array.from({ length: 1_200 }, (_, at) => at);
const failure: FailedItem = { id: 'f', type: 'file', name: 'f.pdf', code: 'NAME_TAKEN', error: '' };
const operation = (failed: FailedItem[] = []) => ({ operation: { failed } as unknown as Operation });
const refused = () => new Refused(423, { error: '', code: 'BULK_LOCKED_ITEMS', correlation_id: '' });

describe('more than one call takes', () => {
  it('is sent in parts, and told as one', async () => {
    const sent: number[] = [];
    const outcome = await inParts(things, (part) => {
      sent.push(part.length);
      return Promise.resolve(operation(sent.length === 2 ? [failure] : []));
    });
    expect(sent).toEqual([500, 500, 200]);
    expect([outcome.total, countOf(outcome), outcome.failed]).toEqual([1_200, 1_199, [failure]]);
  });
  it('goes on with the other parts when one is refused', async () => {
    let asked = 0;
    const send = () => ((asked += 1) === 1 ? Promise.reject(refused()) : Promise.resolve(operation()));
    const outcome = await inParts(things, send);
    expect([asked, outcome.reached.length]).toEqual([3, 700]);
  });
  it('does not go on when nobody answers, and says what was done', async () => {
    let asked = 0;
    const send = () => ((asked += 1) === 2 ? Promise.reject(new Unreachable('x')) : Promise.resolve(operation()));
    expect((await inParts(things, send)).reached).toHaveLength(500);
    expect(asked).toBe(2);
  });
  it('is refused when all of it is', () =>
    expect(inParts(things, () => Promise.reject(refused()))).rejects.toBeInstanceOf(Refused));
});
