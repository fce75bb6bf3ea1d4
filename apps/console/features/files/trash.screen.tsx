import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Trash2 } from 'lucide-react';
import type { Me } from '@dosar/contracts';
import { offers } from '../../platform/guards';
import { Notice } from '../../ui/notice';
import { Fault } from '../../ui/screens';
import { entryOfFile, entryOfFolder, parentOf, sorted, type Entry, type Sorting } from './entries';
import { FileList } from './file-list';
import { pathTo, trash, tree } from './files.queries';
import { ItemMenu } from './item-menu';
import { ListSkeleton } from './list-skeleton';
import { useOffers } from './offers';
import { SelectionBar } from './selection-bar';
import { useFileActions } from './use-file-actions';
import { useSelection } from './use-selection';
import classes from './folder-view.module.css';

/** Where deleted things were: in a folder that is there, in one that was deleted, too, or in the root. */
const usePlaces = (clientId: string): ((entry: Entry) => string) => {
  const { t } = useTranslation();
  const { data: there } = useQuery(tree(clientId));
  const { data: gone } = useQuery(trash(clientId));
  return (entry) => {
    const parentId = parentOf(entry);
    if (parentId === null) return t('files.root');
    const path = pathTo(there?.tree ?? [], parentId);
    return path?.map(({ name }) => name).join(' / ') ?? gone?.folders.find(({ id }) => id === parentId)?.name ?? '';
  };
};

type Props = { readonly user: Me; readonly clientId: string };

/** What was deleted in the documents of a client, and can be had back. */
export const TrashScreen = ({ user, clientId }: Props) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(trash(clientId));
  const actions = useFileActions(clientId);
  const placeOf = usePlaces(clientId);
  const [sorting, setSorting] = useState<Sorting>({ by: 'at', order: 'desc' });
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const offersFor = useOffers('', offers(user, 'bulk_operations'), true);
  useDocumentTitle(t('files.trashPage'));

  const entries = useMemo(
    () => data && sorted([...data.folders.map(entryOfFolder), ...data.files.map(entryOfFile)], sorting),
    [data, sorting],
  );
  const { selection, chosen, select, clear, clearAfter } = useSelection(entries);
  const restore = () => void clearAfter(actions.restore(chosen));
  if (error && !data) return <Fault error={error} reset={() => void refetch()} />;
  return (
    <section className={classes.view} data-screen>
      <header className={classes.header}>
        <Heading clientId={clientId} />
        {chosen.length > 0 && (
          <SelectionBar entries={chosen} offers={offersFor(chosen)} onOffer={restore} onClear={clear} />
        )}
      </header>
      <div className={classes.list}>
        {!entries && <ListSkeleton />}
        {entries?.length === 0 && (
          <Notice icon={Trash2} title={t('files.trashEmpty')} text={t('files.trashEmptyText')} />
        )}
        {entries && entries.length > 0 && (
          <FileList
            label={t('files.trash')}
            entries={entries}
            selection={selection}
            onSelect={select}
            sorting={sorting}
            onSort={setSorting}
            onAction={() => {}}
            onMenu={setMenu}
            renaming={null}
            onRename={actions.rename}
            onRenamed={() => {}}
            placeOf={placeOf}
            isTrash
          />
        )}
      </div>
      <ItemMenu at={menu} entries={chosen} offers={offersFor(chosen)} onOffer={restore} onClose={() => setMenu(null)} />
    </section>
  );
};

const Heading = ({ clientId }: { readonly clientId: string }) => {
  const { t } = useTranslation();
  return (
    <div>
      <Button
        renderRoot={(props) => <Link to="/files" search={{ clientId }} {...props} />}
        variant="subtle"
        size="compact-sm"
        leftSection={<ArrowLeft size={15} />}
        className={classes.back}
      >
        {t('files.backToFiles')}
      </Button>
      <h1 className={classes.title}>{t('files.trash')}</h1>
    </div>
  );
};
