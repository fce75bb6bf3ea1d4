import { createInstance } from 'i18next';
import { en, ro, type BrokenRule, type Language, type NotificationKind, type ProblemCode } from '@dosar/contracts';

const i18n = createInstance();
void i18n.init({
  initAsync: false,
  resources: { ro: { contract: ro }, en: { contract: en } },
  fallbackLng: 'en',
  ns: 'contract',
  interpolation: { escapeValue: false },
});

/** Cached, since a flood is refused often. */
const sentences = { ro: new Map<ProblemCode, string>(), en: new Map<ProblemCode, string>() };

/** The gateway's sentences, in the caller's language. */
export const sentenceOf = (language: Language, code: ProblemCode): string => {
  const known = sentences[language].get(code);
  if (known !== undefined) return known;
  const sentence = i18n.t(`problems.${code}`, { lng: language });
  sentences[language].set(code, sentence);
  return sentence;
};
export const ruleText = (language: Language, { rule, values, inArchive }: BrokenRule): string => {
  const sentence = i18n.t(`rules.${rule}`, { lng: language, ...values });
  return inArchive === undefined
    ? sentence
    : `${i18n.t('rules.in_archive', { lng: language, path: inArchive })}. ${sentence}`;
};

type LetterText = 'subject' | 'intro' | 'action' | 'why' | 'end';
type NotificationText = 'somebody' | 'more' | 'at' | 'message_new_many' | NotificationKind | `letter.${LetterText}`;
export const notificationText = (
  language: Language,
  key: NotificationText,
  values: Readonly<Record<string, string | number>> = {},
): string => i18n.t(`notifications.${key}`, { lng: language, ...values });

/** The first supported language of `Accept-Language`, by weight; otherwise Romanian. */
export const languageOf = (header: string | undefined): Language => {
  if (!header) return 'ro';
  const wanted = header
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
      return { language: range.split('-')[0], weight: Number(weight ?? 1) };
    })
    .sort((a, b) => b.weight - a.weight);
  const found = wanted.find(({ language, weight }) => weight > 0 && (language === 'ro' || language === 'en'));
  return found?.language === 'en' ? 'en' : 'ro';
};
