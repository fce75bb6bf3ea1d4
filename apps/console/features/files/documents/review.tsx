import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FoundDocument, Me } from '@dosar/contracts';
import { offers } from '../../../platform/guards';
import { isGone } from '../../../platform/queries';
import { file } from '../files.queries';
import { useUndoKey } from '../folder/undo';
import { entryOfFile, type Entry } from '../list/entries';
import { Preview } from '../preview/preview';
import { Looked } from './looked';

type Props = {
  readonly user: Me;
  /** What the list has now; undefined while it is on its way. */
  readonly files: readonly FoundDocument[] | undefined;
  readonly fileId: string;
  readonly onStep: (fileId: string) => void;
  readonly onClose: () => void;
};

/** What was in the list once, as it was known last: what is done with one takes it out of the list, not out of the review. */
const useOnceListed = (files: readonly FoundDocument[] | undefined): ReadonlyMap<string, FoundDocument> => {
  const [listed, setListed] = useState<ReadonlyMap<string, FoundDocument>>(new Map());
  if (files?.some((each) => listed.get(each.id) !== each))
    setListed(new Map([...listed, ...files.map((each) => [each.id, each] as const)]));
  return listed;
};

/** The documents of a list, one after the other, whosever they are; what was done last is undone, whosever that was. */
export const Review = ({ user, files, fileId, onStep, onClose }: Props) => {
  const navigate = useNavigate();
  const listed = useOnceListed(files);
  const now = useQuery(file(fileId));
  useUndoKey();
  const entries = useMemo(() => {
    if (!files && listed.size === 0) return undefined;
    const current = now.data?.file;
    const shown: Entry[] = [];
    for (const each of listed.values()) {
      if (each.id !== fileId) shown.push(entryOfFile(each));
      else if (!isGone(now.error)) shown.push(entryOfFile(current ?? each));
    }
    // it was named by an address, and is not in this list
    if (!listed.has(fileId) && current) shown.push(entryOfFile(current));
    return shown;
  }, [files, listed, fileId, now.data, now.error]);
  const clientId = now.data?.file.client_id ?? listed.get(fileId)?.client_id;
  const look = { user, fileId, onStep, onClose };
  if (clientId === undefined) return <Unknown {...look} error={now.error} again={() => void now.refetch()} />;
  const ask = ({ id }: Entry) =>
    void navigate({ to: '/chat/$conversationId', params: { conversationId: clientId }, search: { file: id } });
  return <Looked {...look} {...{ clientId, entries }} {...(offers(user, 'chat') && { onAsk: ask })} />;
};

type UnknownProps = Omit<Props, 'files'> & { readonly error: unknown; readonly again: () => void };

/** One that an address names, as long as nothing is known of it: it is on its way, could not be read, or is gone. */
const Unknown = ({ error, again, ...look }: UnknownProps) => (
  <Preview
    {...look}
    clientId=""
    path={[]}
    entries={isGone(error) ? [] : undefined}
    fault={error === null || isGone(error) ? undefined : { error, again }}
    onDownload={() => {}}
  />
);
