import { useId, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Checkbox, Radio } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { Folder as FolderIcon } from 'lucide-react';
import type { Attachment } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { Dialog } from '../../../ui/dialogs/dialog';
import { DialogFooter } from '../../../ui/dialogs/dialog-footer';
import { Message } from '../../../ui/message';
import { Waiting } from '../../../ui/screens';
import { filesIn, pathTo, tree } from '../../files/files.queries';
import { useLeftOut } from '../../files/folder-content.queries';
import { attachmentOf } from './attach';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './file-picker.module.css';

type Props = {
  readonly clientId: string;
  readonly title: string;
  readonly action: string;
  /** One alone, or as many as wanted. */
  readonly isOne?: boolean;
  /** What is likely meant: offered before all else. */
  readonly likely?: readonly Attachment[];
  readonly onChoose: (files: readonly Attachment[]) => void | Promise<unknown>;
  readonly onClose: () => void;
};

const has = (files: readonly Attachment[], { file_id }: Attachment) => files.some((each) => each.file_id === file_id);

/** One folder of the client at a time. */
const useFolder = (clientId: string) => {
  const [id, setId] = useUnfinishedState<string | null>('picked from', null);
  const folders = useQuery(tree(clientId));
  const files = useQuery(filesIn(clientId, id));
  const all = folders.data?.tree ?? [];
  const path = (id !== null && pathTo(all, id)) || [];
  const isWhole = useLeftOut(clientId, id, folders.data?.tree, path);
  const isRead = isWhole && folders.data !== undefined && files.data !== undefined;
  return {
    id,
    path,
    isRead,
    open: setId,
    error: folders.error ?? files.error,
    failure: folders.error ? ('failures.loadFolders' as const) : ('failures.loadFiles' as const),
    folders: path.at(-1)?.children ?? all,
    files: files.data?.files.map(attachmentOf) ?? [],
  };
};
type Shown = ReturnType<typeof useFolder>;

/** Asks for files that the client has already. */
export const FilePickerDialog = (props: Props) => {
  const { clientId, title, action, isOne = false, likely = [], onChoose, onClose } = props;
  const [chosen, setChosen] = useUnfinishedState<readonly Attachment[]>(
    `picked ${title}`,
    likely.length === 1 ? likely : [],
  );
  const folder = useFolder(clientId);
  const way = useRef<HTMLElement>(null);
  const toCurrent = () => way.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  // what was pressed to come here is gone
  useDidUpdate(toCurrent, [folder.id]);
  const { mutate, isPending } = useMutation({ mutationFn: async () => onChoose(chosen), onSuccess: onClose });
  const toggle = (file: Attachment) => {
    if (isOne) return setChosen([file]);
    setChosen(has(chosen, file) ? chosen.filter(({ file_id }) => file_id !== file.file_id) : [...chosen, file]);
  };
  const elsewhere = chosen.filter((each) => !has(likely, each) && !has(folder.files, each));
  const choice = { chosen, isOne, name: useId(), onToggle: toggle };
  return (
    <Dialog onClose={onClose} title={title}>
      <Files {...choice} files={likely} />
      <Files
        {...choice}
        files={elsewhere}
        onToggle={(file) => {
          toggle(file);
          toCurrent();
        }}
      />
      <Way ref={way} folder={folder} />
      <Inside folder={folder}>
        <Files {...choice} files={folder.files.filter((each) => !has(likely, each))} />
      </Inside>
      <DialogFooter
        isApart
        action={action}
        isPending={isPending}
        isDisabled={chosen.length === 0}
        onAction={() => mutate()}
        onClose={onClose}
      />
    </Dialog>
  );
};

type FilesProps = {
  readonly files: readonly Attachment[];
  readonly chosen: readonly Attachment[];
  readonly isOne: boolean;
  /** Of those only one of which can be chosen. */
  readonly name: string;
  readonly onToggle: (file: Attachment) => void;
};

const Files = ({ files, chosen, isOne, name, onToggle }: FilesProps) => {
  const { t } = useTranslation();
  const Box = isOne ? Radio : Checkbox;
  if (files.length === 0) return null;
  return (
    <ul className={classes.items}>
      {files.map((file) => (
        <li key={file.file_id}>
          <Box
            name={name}
            label={file.name ?? t('chat.unreadable')}
            checked={has(chosen, file)}
            onChange={() => onToggle(file)}
          />
        </li>
      ))}
    </ul>
  );
};

type WayProps = { readonly ref: RefObject<HTMLElement | null>; readonly folder: Shown };

/** The folder that is shown, and the way back. */
const Way = ({ ref, folder: { id: current, path, open } }: WayProps) => {
  const { t } = useTranslation();
  return (
    <nav ref={ref} className={classes.path} aria-label={t('chat.folder')}>
      {[{ id: null, name: t('chat.documents') }, ...path].map(({ id, name }) => (
        <button
          key={id ?? ''}
          type="button"
          aria-current={id === current ? 'location' : undefined}
          onClick={() => open(id)}
        >
          {name ?? t('chat.unreadable')}
        </button>
      ))}
    </nav>
  );
};

/** The folders and files that are there. */
const Inside = ({ folder, children }: { readonly folder: Shown; readonly children: ReactNode }) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { error, failure, isRead, folders, files, open } = folder;
  if (error) return <Message tone="error">{sentence(error, failure)}</Message>;
  if (!isRead) return <Waiting />;
  return (
    <div className={classes.inside}>
      <ul className={classes.items}>
        {folders.map(({ id, name }) => (
          <li key={id}>
            <button type="button" className={classes.folder} onClick={() => open(id)}>
              <FolderIcon size={17} aria-hidden="true" />
              {name ?? t('chat.unreadable')}
            </button>
          </li>
        ))}
      </ul>
      {children}
      {folders.length + files.length === 0 && <p className={classes.none}>{t('chat.noFiles')}</p>}
    </div>
  );
};
