import { DEFAULT_PREFERENCES, Language, Theme, type Preferences } from '@dosar/contracts';
import { writeAs } from './format';
import { store } from './storage/store';

/** The preferences that also apply to guests. */
export type Looks = Pick<Preferences, 'language' | 'theme'>;

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const COOKIES = { language: 'dosar_language', theme: 'dosar_theme' } as const;
const AS_GUEST = 'dosar.chosen_as_guest';

const cookie = (name: string): string | null =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? null;

const looksHere = (): Looks => ({
  language: Language.catch('ro').parse(cookie(COOKIES.language) ?? navigator.language.slice(0, 2)),
  theme: Theme.catch('system').parse(cookie(COOKIES.theme)),
});

/** The preferences. Looks are in cookies, too, for the first paint and guests' screens. */
export const preferences = store<Preferences>({ ...DEFAULT_PREFERENCES, ...looksHere() });

export const apply = (chosen: Partial<Preferences>): void => {
  const now = preferences.get();
  const next = { ...now, ...chosen };
  for (const name of ['language', 'theme'] as const)
    document.cookie = `${COOKIES[name]}=${next[name]}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  writeAs(next);
  const isSame = (Object.keys(next) as (keyof Preferences)[]).every((name) => next[name] === now[name]);
  if (!isSame) preferences.set(next);
};

/** Choices of a guest just before signing in are stored in their account as well. */
export const chosenAsGuest = {
  get: (): Partial<Looks> => JSON.parse(sessionStorage.getItem(AS_GUEST) ?? '{}') as Partial<Looks>,
  forget: (): void => sessionStorage.removeItem(AS_GUEST),
};

export const chooseAsGuest = (chosen: Partial<Looks>): void => {
  sessionStorage.setItem(AS_GUEST, JSON.stringify({ ...chosenAsGuest.get(), ...chosen }));
  apply(chosen);
};
