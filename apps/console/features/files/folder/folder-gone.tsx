import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FolderOpen, FolderX, HardDrive, Trash2 } from 'lucide-react';
import type { Folder, FolderTree, Me } from '@dosar/contracts';
import { Notice } from '../../../ui/notice';
import { justBefore } from '../../../platform/past/then';
import { pathTo, trash, tree } from '../files.queries';
import { useDeletionText } from './deletion';
import { PastLink } from '../past/past-link';
import { upFrom } from '../trash/trash-contents';

type Props = {
  readonly user: Me;
  readonly clientId: string;
  readonly folderId: string;
  readonly onOpen: (folderId: string | null) => void;
};

/** The nearest folder above that is there, null for the root; and when the folder was deleted, if it was. */
const useAbove = (clientId: string, folderId: string) => {
  const { data: there } = useQuery(tree(clientId));
  const { data: gone } = useQuery(trash(clientId));
  const deletedAt = find(gone?.folders, folderId)?.deleted_at ?? null;
  const [outermost] = upFrom(find(gone?.folders, folderId), (each) => find(gone?.folders, each.parent_folder_id));
  const id = outermost ? outermost.parent_folder_id : folderId;
  const above: FolderTree | null = (id !== null && pathTo(there?.tree ?? [], id)?.at(-1)) || null;
  return { above, deletedAt };
};
const find = (folders: readonly Folder[] | undefined, wanted: string | null) =>
  folders?.find(({ id }) => id === wanted) ?? null;

/** A folder that was deleted or moved away says where to look for it. */
export const FolderGone = ({ user, clientId, folderId, onOpen }: Props) => {
  const { t } = useTranslation();
  const { above, deletedAt } = useAbove(clientId, folderId);
  const deletion = useDeletionText(clientId, folderId);
  return (
    <Notice icon={FolderX} title={t('files.gone')} text={deletion ?? t('files.goneText')}>
      <Button
        leftSection={above ? <FolderOpen size={16} /> : <HardDrive size={16} />}
        onClick={() => onOpen(above?.id ?? null)}
      >
        {above ? t('files.toParent', { folder: above.name ?? '' }) : t('files.backToFiles')}
      </Button>
      <Button
        variant="default"
        leftSection={<Trash2 size={16} />}
        renderRoot={(props) => <Link to="/files/trash" search={{ clientId }} {...props} />}
      >
        {t('files.toTrash')}
      </Button>
      {deletedAt !== null && <PastLink {...{ user, clientId, folderId }} at={justBefore(deletedAt)} />}
    </Notice>
  );
};
