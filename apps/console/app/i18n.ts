import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '@dosar/contracts';
import type { auditorsRo } from './sentences/auditors.ro';
import type { guestsRo } from './sentences/guests.ro';
import type { signedInRo } from './sentences/signed-in.ro';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof guestsRo & typeof signedInRo & typeof auditorsRo };
  }
}

/** What is said before somebody is signed in, what is said after, and what only the audit says. */
type Part = 'guests' | 'signedIn' | 'auditors';

const parts = {
  ro: {
    guests: () => import('./sentences/guests.ro').then(({ guestsRo }) => guestsRo),
    signedIn: () => import('./sentences/signed-in.ro').then(({ signedInRo }) => signedInRo),
    auditors: () => import('./sentences/auditors.ro').then(({ auditorsRo }) => auditorsRo),
  },
  en: {
    guests: () => import('./sentences/guests.en').then(({ guestsEn }) => guestsEn),
    signedIn: () => import('./sentences/signed-in.en').then(({ signedInEn }) => signedInEn),
    auditors: () => import('./sentences/auditors.en').then(({ auditorsEn }) => auditorsEn),
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

/** From now on this is said, too. */
export const speakAlso = async (part: Part, language: Language): Promise<void> => {
  wanted.add(part);
  await load(language, part);
};
