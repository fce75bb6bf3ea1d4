import { useQueries } from '@tanstack/react-query';
import { isGone } from '../../../platform/queries';
import type { FilesToLookAt } from '../../../ui/dialogs/preview-place';
import { Looked } from '../documents/looked';
import { file } from '../files.queries';
import { useUndoKey } from '../folder/undo';
import { entryOfFile } from '../list/entries';
import { useLook } from '../list/use-look';

/** Files of a client by themselves, one of which is looked at. */
export const FilesLook = (props: FilesToLookAt) => {
  const look = useLook('look');
  return look.fileId !== null && <Files {...props} look={look} fileId={look.fileId} />;
};

/** The entries are undefined while one of them is on its way; what is gone or could not be read is left out. */
const useFiles = (ids: readonly string[], fileId: string) => {
  const asked = useQueries({ queries: ids.map((id) => file(id)) });
  const looked = asked[ids.indexOf(fileId)];
  const isUnderWay = asked.some(
    // one that failed before is waited for only by whoever looks at it
    (each) => each.data === undefined && each.error === null && (each.errorUpdateCount === 0 || each === looked),
  );
  const fault =
    looked?.error && looked.data === undefined && !isGone(looked.error)
      ? { error: looked.error, again: () => void looked.refetch() }
      : undefined;
  const files = asked.flatMap(({ data }) => (data && data.file.deleted_at === null ? data.file : []));
  return { entries: isUnderWay ? undefined : files.map(entryOfFile), fault };
};

type FilesProps = FilesToLookAt & { readonly look: ReturnType<typeof useLook>; readonly fileId: string };

const Files = ({ user, clientId, ids, look, fileId }: FilesProps) => {
  useUndoKey(clientId);
  const files = useFiles(ids, fileId);
  return <Looked {...{ user, clientId, fileId }} {...files} onStep={look.step} onClose={look.close} />;
};
