/** @jest-environment ./testing/browser.cjs */
import { act, renderHook } from '@testing-library/react';
import { apply, preferences } from '../../platform/preferences';
import { toasts } from '../../platform/toasts';
import { speakRomanian } from '../../testing/screen';
import { useOwnPreferences } from './own-preferences';

const denied = { error: 'Nu aveți acces.', code: 'ACCESS_DENIED', correlation_id: 'x' };

describe('what a person chooses for themselves', () => {
  beforeEach(async () => {
    await speakRomanian();
    toasts.shown.set([]);
    apply({ theme: 'light' });
  });
  const choose = async (answer: () => Response) => {
    const seen: unknown[] = [];
    globalThis.fetch = async (_, init) => {
      seen.push([preferences.get().theme, JSON.parse(init!.body as string)]);
      return answer();
    };
    const { result } = renderHook(useOwnPreferences);
    let isKept: boolean | undefined;
    await act(async () => void (isKept = await result.current({ theme: 'dark' })));
    return { isKept, seen };
  };

  it('is seen before it is kept, and taken back and told when it is not', async () => {
    const { isKept, seen } = await choose(() => Response.json(denied, { status: 403 }));
    expect(seen).toEqual([['dark', { preferences: { theme: 'dark' } }]]);
    expect([isKept, preferences.get().theme]).toEqual([false, 'light']);
    expect(toasts.shown.get()).toMatchObject([{ type: 'error', message: 'Nu aveți acces.' }]);
  });
});
