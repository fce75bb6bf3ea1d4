import { useQuery } from '@tanstack/react-query';
import { useLeftOut } from '../folder-content.queries';
import { pathTo, tree } from '../files.queries';
import { useFileActions } from '../folder/use-file-actions';
import { Preview, type PreviewProps } from '../preview/preview';
import { WhoseDocuments } from '../tree/root-name';

type Props = Omit<PreviewProps, 'path' | 'onDownload' | 'onMove'>;

/** Documents apart from their folders, as they are among the client's: with their states, and where they can be moved to. */
export const Looked = (props: Props) => {
  const { user, clientId, entries, fileId } = props;
  const actions = useFileActions(clientId);
  const all = useQuery(tree(clientId)).data?.tree;
  const entry = entries?.find(({ id }) => id === fileId);
  const folderId = entry?.kind === 'file' ? entry.file.folder_id : null;
  const path = all && folderId !== null ? pathTo(all, folderId) : [];
  useLeftOut(clientId, folderId, all, path);
  return (
    <WhoseDocuments user={user} clientId={clientId}>
      <Preview
        {...props}
        path={path ?? []}
        onDownload={(each) => void actions.download([each])}
        onMove={(each, ...to) => actions.move([each], ...to)}
      />
    </WhoseDocuments>
  );
};
