import { useTranslation } from 'react-i18next';
import type { Activity } from '@dosar/contracts';
import type { dashboardRo } from './ro';

/** Stands in a sentence where the link is: no name can have it. */
const PLACE = '\u0001';

type Acts = keyof (typeof dashboardRo)['acts'];
/** The sentence of an act, without the form of its plural. */
type ActKey = Acts extends infer K ? (K extends `${infer Base}_${'one' | 'few' | 'other'}` ? Base : never) : never;

const isText = (value: unknown): value is string => typeof value === 'string';

/** What is booked, and what is taken out of the books, has a word of its own. */
const typeOf = (type: string, to: Activity['to']): string => {
  if (type !== 'FileAccountingStatusChanged') return type;
  if (to === null) return 'FileAccountingStatusTaken';
  return to === 'accounting_completed' ? 'FileBooked' : type;
};

/** What somebody did, in a sentence around the thing that it was done to. */
export const useActivityText = () => {
  const { t, i18n } = useTranslation();
  return ({ event_type, user, resource, to, count }: Activity) => {
    const type = typeOf(event_type, to);
    const known = i18n.exists(`acts.${type}`, { count }) ? type : 'Other';
    const states = isText(to) ? [`process.${to}`, `accounting.${to}`].filter((key) => i18n.exists(key)) : [];
    const sentence = t(`acts.${known as ActKey}`, {
      count,
      thing: PLACE,
      who: user ? (user.name ?? t('dashboard.somebody')) : t('dashboard.system'),
      state: states.map((key) => t(key as 'process.new'))[0] ?? '',
    });
    const [before = '', after = ''] = sentence.split(PLACE);
    const kind = resource.type;
    const thing = count === 1 ? (resource.name ?? t('dashboard.erased')) : t(`dashboard.${kind}s`, { count });
    return { before, thing, after };
  };
};
