import { useTranslation } from 'react-i18next';
import type { LucideIcon } from 'lucide-react';
import { searchKey, soughtKey, type Me, type SavedSearch, type SearchEntry, type SearchResult } from '@dosar/contracts';
import { placeOf, placeOfSearch, type Place } from './place';

/** Something that can be done from the box: found by any of its words. */
export type BoxAction = {
  readonly label: string;
  readonly words: string;
  readonly icon: LucideIcon;
  readonly place: Place;
};

export type BoxItem = { readonly id: string; readonly place: Place } & (
  | { readonly kind: 'action'; readonly action: BoxAction }
  | { readonly kind: 'result'; readonly result: SearchResult }
  | { readonly kind: 'entry'; readonly entry: SearchEntry }
  | { readonly kind: 'saved'; readonly saved: SavedSearch }
  | { readonly kind: 'all'; readonly q: string }
);

export type BoxGroup = { readonly label: string; readonly items: readonly BoxItem[] };

const REMEMBERED = 6;

/** Each word that was typed begins one of its words. */
const answers = ({ label, words }: Pick<BoxAction, 'label' | 'words'>, q: string): boolean => {
  const own = searchKey(`${label} ${words}`).split(/\s+/);
  return soughtKey(q)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => own.some((each) => each.startsWith(word)));
};

type Asked = {
  readonly q: string;
  readonly actions: readonly BoxAction[];
  readonly results: readonly SearchResult[];
  readonly entries: readonly SearchEntry[];
  readonly saved: readonly SavedSearch[];
  readonly user: Pick<Me, 'features'>;
};

/** What the box offers: before anything is typed what has a name and what was looked for last, then what answers, by its kind. */
export const useBoxGroups = ({ q, actions, results, entries, saved, user }: Asked): readonly BoxGroup[] => {
  const { t } = useTranslation();
  const of = (kind: SearchResult['kind']): BoxItem[] =>
    results
      .filter((result) => result.kind === kind)
      .map((result) => ({ kind: 'result', id: `${kind}-${result.id}`, result, place: placeOf(result, user) }));
  const acts: BoxItem[] = actions
    .map((action, at): BoxItem => ({ kind: 'action', id: `action-${at}`, action, place: action.place }))
    .filter((item) => item.kind === 'action' && answers(item.action, q));
  const last: BoxItem[] = entries.slice(0, REMEMBERED).map((entry) => ({
    kind: 'entry',
    id: `entry-${entry.id}`,
    entry,
    place: placeOfSearch(entry),
  }));
  const named: BoxItem[] = saved
    .filter(({ name, query }) => answers({ label: name, words: query }, q))
    .map((each) => ({ kind: 'saved', id: `saved-${each.id}`, saved: each, place: placeOfSearch(each) }));
  const all: BoxItem[] = [{ kind: 'all', id: 'all', q, place: { to: '/search', search: { q } } }];
  const groups: BoxGroup[] =
    q === ''
      ? [
          { label: t('search.saved'), items: named },
          { label: t('search.recent'), items: last },
          { label: t('search.actions'), items: acts },
        ]
      : [
          { label: t('search.clients'), items: of('client') },
          { label: t('search.actions'), items: acts },
          { label: t('search.saved'), items: named },
          { label: t('search.files'), items: of('file') },
          { label: t('search.folders'), items: of('folder') },
          { label: t('search.messages'), items: of('message') },
          { label: t('search.everything'), items: all },
        ];
  return groups.filter(({ items }) => items.length > 0);
};
