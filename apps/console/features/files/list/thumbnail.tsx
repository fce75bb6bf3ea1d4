import { MIME_TYPES, type File } from '@dosar/contracts';
import { FileIcon } from '../../../ui/file-icon';
import { useThumbnail } from './thumbnails.queries';
import classes from './thumbnail.module.css';

/** What is in a picture, small; until that is there, what kind of file it is. It has the place of an icon. */
export const Thumbnail = ({ file }: { readonly file: File }) => {
  const address = useThumbnail(file);
  return address === null ? (
    <FileIcon entry={{ kind: 'file', name: file.name }} />
  ) : (
    <span className={classes.place} data-page={file.mime_type === MIME_TYPES.pdf || undefined}>
      <img className={classes.picture} src={address} alt="" draggable={false} />
    </span>
  );
};
