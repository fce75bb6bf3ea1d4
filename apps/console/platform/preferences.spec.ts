/** @jest-environment ./testing/browser.cjs */
import { DEFAULT_PREFERENCES } from '@dosar/contracts';
import type * as Format from './format';
import type * as Page from './preferences';

/** The page as loaded, with what the browser has stored. */
const aPage = (): typeof Page & Pick<typeof Format, 'dayOf'> => {
  let loaded = {} as ReturnType<typeof aPage>;
  jest.isolateModules(() => {
    const { dayOf } = jest.requireActual<typeof Format>('./format');
    loaded = { ...jest.requireActual<typeof Page>('./preferences'), dayOf };
  });
  return loaded;
};
const cookies = () =>
  Object.fromEntries(document.cookie.split('; ').map((each) => each.split('=') as [string, string]));
const speaks = (language: string) =>
  Object.defineProperty(navigator, 'language', { configurable: true, value: language });

describe('how everything looks and speaks', () => {
  beforeEach(() => {
    for (const name of ['dosar_language', 'dosar_theme', 'my_dosar_language'])
      document.cookie = `${name}=; path=/; max-age=0`;
    sessionStorage.clear();
    speaks('en-US');
  });

  it('is as the browser speaks, and Romanian where that is neither of the two', () => {
    expect(aPage().preferences.get()).toEqual({ ...DEFAULT_PREFERENCES, language: 'en', theme: 'system' });
    speaks('fr-FR');
    expect(aPage().preferences.get().language).toBe('ro');
  });

  it('is kept for the next visit, and known before anything is read', () => {
    aPage().apply({ language: 'ro', theme: 'dark' });
    expect(cookies()).toEqual({ dosar_language: 'ro', dosar_theme: 'dark' });
    const { preferences } = aPage();
    expect([preferences.get().language, preferences.get().theme]).toEqual(['ro', 'dark']);
  });

  it('is what it was where a cookie is none of ours', () => {
    document.cookie = 'dosar_theme=purple; path=/';
    document.cookie = 'my_dosar_language=ro; path=/';
    expect(aPage().preferences.get()).toMatchObject({ language: 'en', theme: 'system' });
  });

  it('tells those who listen when something changes, and only then', () => {
    const { apply, preferences } = aPage();
    let told = 0;
    preferences.subscribe(() => (told += 1));
    apply({ theme: 'dark' });
    expect(told).toBe(1);
    apply({ theme: 'dark' });
    apply({});
    expect(told).toBe(1);
    apply({ theme: 'light' });
    expect([told, preferences.get().theme]).toEqual([2, 'light']);
  });

  it('also writes days as the person wants them', () => {
    const page = aPage();
    page.apply({ date_format: 'YYYY-MM-DD' });
    expect(page.dayOf('2026-03-04T10:00:00.000Z')).toBe('2026-03-04');
  });

  it('is remembered of a guest until their account has it', () => {
    const { chooseAsGuest, chosenAsGuest, preferences } = aPage();
    expect(chosenAsGuest.get()).toEqual({});
    chooseAsGuest({ theme: 'dark' });
    chooseAsGuest({ language: 'ro' });
    expect([preferences.get().theme, preferences.get().language]).toEqual(['dark', 'ro']);
    expect(aPage().chosenAsGuest.get()).toEqual({ theme: 'dark', language: 'ro' });
    chosenAsGuest.forget();
    expect(aPage().chosenAsGuest.get()).toEqual({});
  });
});
