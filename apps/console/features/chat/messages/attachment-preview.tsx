import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { Attachment, File, Me } from '@dosar/contracts';
import { isGone } from '../../../platform/queries';
import { file, pathTo, tree } from '../../files/files.queries';
import { useLeftOut } from '../../files/folder-content.queries';
import { useUndoKey } from '../../files/folder/undo';
import { useFileActions } from '../../files/folder/use-file-actions';
import { entryOfFile } from '../../files/list/entries';
import { useLook } from '../../files/list/use-look';
import { WhoseDocuments } from '../../files/tree/root-name';

const Preview = lazy(() => import('../../files/preview/preview').then((module) => ({ default: module.Preview })));

/** Which file of a conversation is looked at: it stands in the address. Its neighbours are those that came with it. */
export const useAttachmentLook = () => {
  const look = useLook('look');
  const [beside, setBeside] = useState<readonly string[]>([]);
  const { fileId } = look;
  const last = useRef(fileId);
  useEffect(() => {
    // the keys go on where the file was opened, or with the one that was looked at last
    if (fileId === null && last.current !== null)
      document.querySelector<HTMLElement>(`[role=log] [data-file="${CSS.escape(last.current)}"]`)?.focus();
    last.current = fileId;
  }, [fileId]);
  return {
    ...look,
    ids: fileId === null || beside.includes(fileId) ? beside : [fileId],
    onLook: (attachments: readonly Attachment[], id: string) => {
      setBeside(attachments.map(({ file_id }) => file_id));
      look.open(id);
    },
  };
};

type Props = {
  readonly user: Me;
  readonly clientId: string;
  readonly look: ReturnType<typeof useAttachmentLook>;
};

/** A file of a message as it is in the client's documents: with its states, and where it can be moved to. */
export const AttachmentPreview = (props: Props) =>
  props.look.fileId !== null && (
    <WhoseDocuments user={props.user} clientId={props.clientId}>
      <Looked {...props} fileId={props.look.fileId} />
    </WhoseDocuments>
  );

/** undefined while one of them is on its way; what is gone is left out. */
const useFiles = (ids: readonly string[]): readonly File[] | undefined => {
  const asked = useQueries({ queries: ids.map((id) => file(id)) });
  if (asked.some(({ data, error }) => data === undefined && !isGone(error))) return undefined;
  return asked.flatMap(({ data }) => (data && data.file.deleted_at === null ? data.file : []));
};

const Looked = ({ user, clientId, look, fileId }: Props & { readonly fileId: string }) => {
  const actions = useFileActions(clientId);
  useUndoKey(clientId);
  const files = useFiles(look.ids);
  const folderId = files?.find(({ id }) => id === fileId)?.folder_id ?? null;
  const all = useQuery(tree(clientId)).data?.tree;
  const path = all && folderId !== null ? pathTo(all, folderId) : [];
  useLeftOut(clientId, folderId, all, path);
  return (
    <Suspense>
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
    </Suspense>
  );
};
