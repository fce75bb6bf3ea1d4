import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FoundDocument, Me } from '@dosar/contracts';
import { offers } from '../../../platform/guards';
import { isGone } from '../../../platform/queries';
import { file, pathTo, tree } from '../files.queries';
import { useUndoKey } from '../folder/undo';
import { useFileActions } from '../folder/use-file-actions';
import { entryOfFile, type Entry } from '../list/entries';
import { Preview } from '../preview/preview';
import { WhoseDocuments } from '../tree/root-name';

type Props = {
  readonly user: Me;
  /** What the list has now; undefined while it is on its way. */
  readonly files: readonly FoundDocument[] | undefined;
  readonly fileId: string;
  readonly onStep: (fileId: string) => void;
  readonly onClose: () => void;
};

/** What was in the list once, as it was known last: what is done with one takes it out of the list, not out of the pile. */
const usePileOf = (files: readonly FoundDocument[] | undefined): ReadonlyMap<string, FoundDocument> => {
  const [pile, setPile] = useState<ReadonlyMap<string, FoundDocument>>(new Map());
  if (files?.some((each) => pile.get(each.id) !== each))
    setPile(new Map([...pile, ...files.map((each) => [each.id, each] as const)]));
  return pile;
};

/** The documents of a list, one after the other, whosever they are. */
export const Review = ({ user, files, fileId, onStep, onClose }: Props) => {
  const pile = usePileOf(files);
  const now = useQuery(file(fileId));
  const entries = useMemo(() => {
    if (!files && pile.size === 0) return undefined;
    const current = now.data?.file;
    const shown: Entry[] = [];
    for (const each of pile.values()) {
      if (each.id !== fileId) shown.push(entryOfFile(each));
      else if (!isGone(now.error)) shown.push(entryOfFile(current ?? each));
    }
    // it was named by an address, and is not in this list
    if (!pile.has(fileId) && current) shown.push(entryOfFile(current));
    return shown;
  }, [files, pile, fileId, now.data, now.error]);
  const clientId = now.data?.file.client_id ?? pile.get(fileId)?.client_id;
  if (clientId === undefined || !entries) return null;
  return (
    <WhoseDocuments user={user} clientId={clientId}>
      <Looked {...{ user, clientId, entries, fileId, onStep, onClose }} />
    </WhoseDocuments>
  );
};

type LookedProps = Omit<Props, 'files'> & { readonly clientId: string; readonly entries: readonly Entry[] };

const Looked = ({ user, clientId, entries, ...props }: LookedProps) => {
  const { fileId } = props;
  const navigate = useNavigate();
  const actions = useFileActions(clientId);
  useUndoKey(clientId);
  const { data } = useQuery(tree(clientId));
  const entry = entries.find(({ id }) => id === fileId);
  const folderId = entry?.kind === 'file' ? entry.file.folder_id : null;
  const path = folderId === null ? [] : (pathTo(data?.tree ?? [], folderId) ?? []);
  const ask = ({ id }: Entry) =>
    void navigate({ to: '/chat/$conversationId', params: { conversationId: clientId }, search: { file: id } });
  return (
    <Preview
      {...{ user, clientId, path, entries }}
      {...props}
      onDownload={(each) => void actions.download([each])}
      onMove={(each, id, name) => actions.move([each], id, name)}
      {...(offers(user, 'chat') && { onAsk: ask })}
    />
  );
};
