import { hasFields, type Entry } from '../list/entries';
import { tagsIn, type Filter } from '../list/filter';
import { ListBar } from '../list/list-bar';
import { sorting } from '../list/sorting';

type Props = {
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
  readonly entries: readonly Entry[] | undefined;
  /** With those that are not shown. */
  readonly all?: readonly Entry[] | undefined;
  readonly total: number;
};

/** How the rows of a folder are filtered and sorted. */
export const FolderBar = ({ filter, setFilter, entries, all = [], total }: Props) => (
  <ListBar
    filter={filter}
    onFilter={setFilter}
    count={entries?.length ?? 0}
    total={total}
    sorting={sorting.get()}
    onSort={sorting.set}
    tags={tagsIn(all)}
    hasFields={hasFields(all)}
  />
);
