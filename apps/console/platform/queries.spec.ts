/** @jest-environment ./testing/browser.cjs */
import { MutationObserver } from '@tanstack/react-query';
import { firmsApi } from '@dosar/contracts';
import { aServer, speakRomanian } from '../testing/screen';
import { queries, writing } from './queries';
import { toasts } from './toasts';

const LIST = ['firms', '/firms', {}];
const deleting = (touches: readonly string[]) =>
  writing(firmsApi.delete, {
    input: (id: string) => ({ params: { id } }),
    touches,
    failure: 'failures.delete',
  });
const ask = (touches: readonly string[], id: string) => new MutationObserver(queries, deleting(touches)).mutate(id);

describe('a writing', () => {
  beforeEach(async () => {
    await speakRomanian();
    queries.clear();
    queries.setQueryData(LIST, {});
    toasts.shown.set([]);
  });

  it('sends what was asked for, and what it touches is read anew', async () => {
    const asked = aServer({ 'DELETE /firms/f1': () => ({}) });
    await ask(['firms'], 'f1');
    expect(asked).toEqual(['DELETE /api/firms/f1']);
    expect(queries.getQueryState(LIST)?.isInvalidated).toBe(true);
    expect(toasts.shown.get()).toEqual([]);
  });

  it('that fails says so in a sentence, also when nobody looks any more, and touches nothing', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('no line'));
    await expect(ask(['firms'], 'f1')).rejects.toThrow();
    const message = expect.stringContaining('Serverul nu răspunde') as string;
    expect(toasts.shown.get()).toMatchObject([{ type: 'error', title: 'Ștergerea nu a reușit', message }]);
    expect(queries.getQueryState(LIST)?.isInvalidated).toBe(false);
  });
});
