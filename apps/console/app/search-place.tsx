import { useEffect, useState, type ReactNode } from 'react';
import { useHotkeys } from '@mantine/hooks';
import type { Me } from '@dosar/contracts';
import { searchedBy } from '../features/search/searched';
import { loadAhead } from './ahead';
import { typedAhead } from './typed-ahead';
import { useSearchActions } from './search-actions';
import { whenIdle } from './when-idle';

/** What looks for things is loaded once nothing else is to be done, or when somebody looks for one. */
const box = () => import('../features/search/search-box');
type Box = Awaited<ReturnType<typeof box>>['SearchBox'];

type SearchPlace = { readonly open: (() => void) | undefined; readonly shown: ReactNode };

/** The box that looks for everything, and how it is opened, where there is something to be found. */
export const useSearchPlace = (user: Me): SearchPlace => {
  const actions = useSearchActions(user);
  const [SearchBox, setSearchBox] = useState<Box | null>(null);
  const [takeTyped, setTakeTyped] = useState<(() => string) | null>(null);
  const hasSearch = searchedBy(user).length > 0;
  const close = () => setTakeTyped(null);
  const open = () => {
    if (takeTyped) return;
    // what is typed before the box is there stands in it then
    const take = typedAhead(close);
    setTakeTyped(() => take);
    box().then((module) => setSearchBox(() => module.SearchBox), close);
  };
  // when it is closed, given up or could not be had, keys go where they went before
  useEffect(() => () => void takeTyped?.(), [takeTyped]);
  useHotkeys(hasSearch ? [['mod+K', open]] : [], []);
  useEffect(() => (hasSearch ? whenIdle(() => void loadAhead(box)) : undefined), [hasSearch]);
  return {
    open: hasSearch ? open : undefined,
    shown: SearchBox && takeTyped && <SearchBox actions={actions} user={user} onClose={close} takeTyped={takeTyped} />,
  };
};
