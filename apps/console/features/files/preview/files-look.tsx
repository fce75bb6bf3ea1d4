import { useQueries, useQuery } from '@tanstack/react-query';
import type { File } from '@dosar/contracts';
import { isGone } from '../../../platform/queries';
import type { FilesToLookAt } from '../../../ui/dialogs/preview-place';
import { useLeftOut } from '../folder-content.queries';
import { file, pathTo, tree } from '../files.queries';
import { useUndoKey } from '../folder/undo';
import { useFileActions } from '../folder/use-file-actions';
import { entryOfFile } from '../list/entries';
import { useLook } from '../list/use-look';
import { WhoseDocuments } from '../tree/root-name';
import { Preview } from './preview';

/** Files by themselves, as they are in the client's documents: with their states, and where they can be moved to. */
export const FilesLook = (props: FilesToLookAt) => {
  const look = useLook('look');
  return (
    look.fileId !== null && (
      <WhoseDocuments user={props.user} clientId={props.clientId}>
        <Looked {...props} look={look} fileId={look.fileId} />
      </WhoseDocuments>
    )
  );
};

/** undefined while one of them is on its way; what is gone is left out. */
const useFiles = (ids: readonly string[]): readonly File[] | undefined => {
  const asked = useQueries({ queries: ids.map((id) => file(id)) });
  if (asked.some(({ data, error }) => data === undefined && !isGone(error))) return undefined;
  return asked.flatMap(({ data }) => (data && data.file.deleted_at === null ? data.file : []));
};

type LookedProps = FilesToLookAt & { readonly look: ReturnType<typeof useLook>; readonly fileId: string };

const Looked = ({ user, clientId, ids, look, fileId }: LookedProps) => {
  const actions = useFileActions(clientId);
  useUndoKey(clientId);
  const files = useFiles(ids);
  const folderId = files?.find(({ id }) => id === fileId)?.folder_id ?? null;
  const all = useQuery(tree(clientId)).data?.tree;
  const path = all && folderId !== null ? pathTo(all, folderId) : [];
  useLeftOut(clientId, folderId, all, path);
  return (
    <Preview
      user={user}
      clientId={clientId}
      path={path ?? []}
      entries={files?.map(entryOfFile)}
      fileId={fileId}
      onStep={look.step}
      onClose={look.close}
      onDownload={(entry) => void actions.download([entry])}
      onMove={(entry, target, name) => actions.move([entry], target, name)}
    />
  );
};
