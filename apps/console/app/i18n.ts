import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '@dosar/contracts';
import type { guestsRo } from './sentences/guests.ro';
import type { signedInRo } from './sentences/signed-in.ro';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof guestsRo & typeof signedInRo };
  }
}

/** What is said before somebody is signed in, and what is said after. */
type Part = 'guests' | 'signedIn';

const parts = {
  ro: {
    guests: () => import('./sentences/guests.ro').then(({ guestsRo }) => guestsRo),
    signedIn: () => import('./sentences/signed-in.ro').then(({ signedInRo }) => signedInRo),
  },
  en: {
    guests: () => import('./sentences/guests.en').then(({ guestsEn }) => guestsEn),
    signedIn: () => import('./sentences/signed-in.en').then(({ signedInEn }) => signedInEn),
  },
} as const;

void i18next.use(initReactI18next).init({
  initAsync: false,
  resources: {},
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
});

const wanted = new Set<Part>(['guests']);
const loaded = new Map<string, Promise<void>>();

const load = (language: Language, part: Part): Promise<void> => {
  const key = `${language} ${part}`;
  const known = loaded.get(key);
  if (known) return known;
  const loading = parts[language][part]().then(
    (sentences) => void i18next.addResourceBundle(language, 'translation', sentences, true, true),
  );
  loaded.set(key, loading);
  // what could not be loaded may be asked for again
  loading.catch(() => loaded.delete(key));
  return loading;
};

/** Speaks this language from now on; a browser loads only what is said in it. */
export const speak = async (language: Language): Promise<void> => {
  await Promise.all([...wanted].map((part) => load(language, part)));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
};

/** From now on also what is said to those who are signed in. */
export const speakSignedIn = async (language: Language): Promise<void> => {
  wanted.add('signedIn');
  await load(language, 'signedIn');
};
