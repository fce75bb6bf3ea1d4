import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { brokenRules } from '@dosar/contracts';

type Sentences = Readonly<Record<string, string>>;

/** What a form says about its fields, by the schema of the call that it sends. */
export const useRules = (schema: z.ZodType): ((values: unknown) => Sentences) => {
  const { t } = useTranslation();
  return (values) => {
    const { error } = schema.safeParse(values);
    if (!error) return {};
    const sentences = [...brokenRules(error)].map(([field, { rule, values: given }]) => [
      field,
      t(`rules.${rule as 'required'}`, { ...given }),
    ]);
    return Object.fromEntries(sentences) as Sentences;
  };
};

const CEDILLAS: Readonly<Record<string, string>> = { ş: 'ș', Ş: 'Ș', ţ: 'ț', Ţ: 'Ț' };

/** Old keyboards write the letters with a cedilla; what is typed here gets the comma that belongs there. */
export const withCommas = (text: string): string => text.replace(/[şŞţŢ]/g, (letter) => CEDILLAS[letter]!);
