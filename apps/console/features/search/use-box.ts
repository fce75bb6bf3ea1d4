import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import type { Me } from '@dosar/contracts';
import { useBoxGroups, type BoxAction, type BoxItem } from './box-items';
import { history, remember, saved, suggestions, type SearchReply } from './search.queries';
import { searchedBy, type Searched } from './searched';

const TYPING_MS = 200;

const useSuggestions = (q: string, kinds: readonly Searched[]) =>
  useQueries({
    queries: kinds.map((kind) => ({
      ...suggestions(q, kind),
      enabled: q !== '',
      placeholderData: keepPreviousData<SearchReply>,
    })),
  });

/** What is typed, what answers to it, and which of that the keys are at. */
export const useBox = (actions: readonly BoxAction[], user: Pick<Me, 'role' | 'features'>, onClose: () => void) => {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const [activeId, setActiveId] = useState<string | null>(null);
  const [isEntered, setEntered] = useState(false);
  const words = typed.trim();
  const [q] = useDebouncedValue(words, TYPING_MS);
  const found = useSuggestions(q, searchedBy(user));
  const results = words === '' ? [] : found.flatMap(({ data }) => data?.results ?? []);
  const entries = useQuery(history()).data?.history ?? [];
  const named = useQuery(saved()).data?.saved ?? [];
  const groups = useBoxGroups({ q: words, actions, results, entries, saved: named, user });
  const items = groups.flatMap((group) => group.items);
  // what answers comes kind by kind: what the keys are at stays the same thing
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === activeId),
  );
  const error = found.find((each) => each.error)?.error ?? null;
  const unknown = words === '' ? [] : [...new Set(found.flatMap(({ data }) => data?.unknown ?? []))];
  const isWaiting = words !== q || found.some(({ isFetching }) => isFetching);
  const go = (item: BoxItem) => {
    onClose();
    if (item.kind === 'result' || item.kind === 'all') remember({ q: words });
    void router.navigate(item.place);
  };
  const onAnswered = useEffectEvent(() => items[at] && go(items[at]));
  useEffect(() => {
    if (isEntered && !isWaiting) onAnswered();
  }, [isEntered, isWaiting]);
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) setActiveId(items[(at + by + items.length) % Math.max(1, items.length)]?.id ?? null);
    // the first thing is that of what is typed, not that of what was typed before
    else if (event.key === 'Enter' && activeId === null && isWaiting) setEntered(true);
    else if (event.key === 'Enter' && items[at]) go(items[at]);
    else return;
    event.preventDefault();
  };
  const type = (text: string) => {
    setTyped(text);
    setActiveId(null);
    setEntered(false);
  };
  const typeMore = (text: string) => {
    if (text !== '') type(typed + text);
  };
  return { typed, type, typeMore, groups, active: items[at] ?? null, go, onKey, error, isWaiting, unknown };
};
