import type { Language, User } from '@dosar/contracts';
import { store } from './store';

export type Theme = User['preferences']['theme'];
export type Preferences = { readonly language: Language; readonly theme: Theme };

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const COOKIES = { language: 'dosar_language', theme: 'dosar_theme' } as const;

const cookie = (name: string): string | null =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? null;

const languages = new Set<string>(['ro', 'en']);
const themes = new Set<string>(['light', 'dark', 'system']);

/** What was chosen in this browser counts most, then what the account says, then what the browser speaks. */
const from = (account: Preferences | null): Preferences => {
  const language = cookie(COOKIES.language) ?? account?.language ?? navigator.language.slice(0, 2);
  const theme = cookie(COOKIES.theme) ?? account?.theme ?? 'system';
  return {
    language: languages.has(language) ? (language as Language) : 'ro',
    theme: themes.has(theme) ? (theme as Theme) : 'system',
  };
};

/** Language and theme. Kept in cookies, so that the first paint and the sign-in screen know them. */
export const preferences = store<Preferences>(from(null));

export const takePreferencesOf = (user: User | null): void => {
  const next = from(user?.preferences ?? null);
  const now = preferences.get();
  if (next.language !== now.language || next.theme !== now.theme) preferences.set(next);
};

export const choose = (chosen: Partial<Preferences>): void => {
  for (const [name, value] of Object.entries(chosen))
    document.cookie = `${COOKIES[name as keyof Preferences]}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  preferences.set({ ...preferences.get(), ...chosen });
};
