import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { filesApi, MIME_TYPES, type Attachment } from '@dosar/contracts';
import { download } from '../../../platform/downloads/download';
import { sizeOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { writing } from '../../../platform/queries';
import { useStore } from '../../../platform/storage/store';
import { FileIcon } from '../../../ui/file-icon';
import { hasThumbnail, useThumbnail, type Pictured } from '../../files/list/thumbnails.queries';
import classes from './message-files.module.css';

/** One of the files of a message is to be looked at, among the others. */
export type OnLook = (attachments: readonly Attachment[], fileId: string) => void;

type Props = {
  readonly attachments: readonly Attachment[];
  /** Absent where files are only downloaded. */
  readonly onLook?: OnLook | undefined;
};

const downloading = writing(filesApi.download, {
  input: (id: string) => ({ params: { id } }),
  touches: ({ url }) => download(url),
  failure: 'chat.failedDownload',
});

/** The content of a file never changes; of one that was erased there is no name, and nothing to be seen. */
const picturedBy = ({ file_id: id, name, size, mime_type }: Attachment): Pictured => ({
  id,
  size,
  mime_type,
  sha256: name === null ? null : '',
});

const isPicture = (attachment: Attachment): boolean =>
  attachment.mime_type !== MIME_TYPES.pdf && hasThumbnail(picturedBy(attachment));

/** What came with a message: pictures as such, all else by its name; a press looks at it. */
export const MessageFiles = ({ attachments, onLook }: Props) => {
  const { mutate } = useMutation(downloading);
  const open = (id: string) => (onLook ? onLook(attachments, id) : mutate(id));
  return (
    <ul className={classes.files}>
      {attachments.map((attachment) => (
        <li key={attachment.file_id} data-picture={isPicture(attachment) || undefined}>
          <File {...{ attachment, isLooked: onLook !== undefined }} onOpen={() => open(attachment.file_id)} />
        </li>
      ))}
    </ul>
  );
};

type FileProps = { readonly attachment: Attachment; readonly isLooked: boolean; readonly onOpen: () => void };

const File = ({ attachment, isLooked, onOpen }: FileProps) => {
  const { t } = useTranslation();
  const { file_id: id, name } = attachment;
  const called = name ?? t('chat.unreadable');
  const label = t(isLooked ? 'chat.look' : 'chat.downloadFile', { name: called });
  const Inside = isPicture(attachment) ? Photo : Named;
  return (
    <button type="button" data-file={id} title={called} onClick={onOpen}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <span className={classes.seen} aria-hidden="true">
        <Inside attachment={attachment} called={called} />
      </span>
    </button>
  );
};

type InsideProps = { readonly attachment: Attachment; readonly called: string };

/** As it is seen, in a place of its own size from the start: what is read does not move when it comes. */
const Photo = ({ attachment, called }: InsideProps) => {
  const address = useThumbnail(picturedBy(attachment), 'message');
  if (address === null)
    return (
      <span className={classes.waiting}>
        <FileIcon entry={{ kind: 'file', name: called }} />
        <span>{called}</span>
      </span>
    );
  return <img src={address} alt="" draggable={false} className={classes.photo} />;
};

const Named = ({ attachment, called }: InsideProps) => {
  const { language } = useStore(preferences);
  return (
    <span className={classes.named}>
      <FileIcon entry={{ kind: 'file', name: attachment.name }} />
      <span>{called}</span>
      <small>{sizeOf(attachment.size, language)}</small>
    </span>
  );
};
