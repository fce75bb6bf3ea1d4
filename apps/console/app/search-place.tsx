import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useHotkeys } from '@mantine/hooks';
import type { Me } from '@dosar/contracts';
import { searchedBy } from '../features/search/searched';
import { typedAhead } from './typed-ahead';
import { useSearchActions } from './search-actions';
import { whenIdle } from './when-idle';

/** What looks for things is loaded once nothing else is to be done, or when somebody looks for one. */
const box = () => import('../features/search/search-box');
const SearchBox = lazy(() => box().then((module) => ({ default: module.SearchBox })));

type SearchPlace = { readonly open: (() => void) | undefined; readonly shown: ReactNode };

/** The box that looks for everything, and how it is opened, where there is something to be found. */
export const useSearchPlace = (user: Me): SearchPlace => {
  const actions = useSearchActions(user);
  const [takeTyped, setTakeTyped] = useState<(() => string) | null>(null);
  const hasSearch = searchedBy(user).length > 0;
  const open = () => {
    if (takeTyped) return;
    // what is typed before the box is there stands in it then
    const take = typedAhead();
    setTakeTyped(() => take);
    box().catch(take);
  };
  const close = () => {
    takeTyped?.();
    setTakeTyped(null);
  };
  useHotkeys(hasSearch ? [['mod+K', open]] : [], []);
  useEffect(() => (hasSearch ? whenIdle(() => void box().catch(() => undefined)) : undefined), [hasSearch]);
  return {
    open: hasSearch ? open : undefined,
    shown: takeTyped && (
      <Suspense>
        <SearchBox actions={actions} user={user} onClose={close} takeTyped={takeTyped} />
      </Suspense>
    ),
  };
};
