import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import type { FoundDocument } from '@dosar/contracts';
import { companyName } from '../../../platform/company-name';
import { whenOf } from '../../../platform/format';
import { FileIcon } from '../../../ui/file-icon';
import lines from '../../../ui/lines.module.css';
import { entryOfFile } from '../list/entries';
import { StatusChips } from '../list/status-chips';
import type { DocumentsFilter } from './documents.search';
import classes from './documents.module.css';

type Props = {
  readonly label: string;
  readonly files: readonly FoundDocument[];
  /** The list in which one that is pressed is opened. */
  readonly filter: DocumentsFilter;
  /** Where all are of one client, it is not said beside each. */
  readonly isOfOne?: boolean;
  /** Where there is room for the last folders alone. */
  readonly isShort?: boolean;
};

/** So many folders around a document say the most of where it is. */
const NEAR = 2;

/** Documents, each with where it lies and how far it has come; a press opens it among these. */
export const DocumentRows = ({ label, files, filter, isOfOne = false, isShort = false }: Props) => (
  <ul className={classes.rows} aria-label={label}>
    {files.map((file) => (
      <li key={file.id}>
        <DocumentRow {...{ file, filter, isOfOne, isShort }} />
      </li>
    ))}
  </ul>
);

type RowProps = Pick<Props, 'filter'> & {
  readonly file: FoundDocument;
  readonly isOfOne: boolean;
  readonly isShort: boolean;
};

const DocumentRow = ({ file, filter, isOfOne, isShort }: RowProps) => {
  const { t } = useTranslation();
  const { id, name, client, path, created_at } = file;
  const names = path.map((folder) => folder.name ?? t('documents.erased'));
  const place = (isShort ? names.slice(-NEAR) : names).join(' / ');
  const whose = isOfOne ? null : companyName({ name: client.name, cui: null });
  return (
    <Link
      to="/documents"
      search={{ ...filter, file: id }}
      state={{ isLook: true }}
      className={classes.row}
      data-document={id}
    >
      <FileIcon entry={entryOfFile(file)} />
      <span className={lines.texts}>
        <span className={lines.name}>{name ?? t('documents.erased')}</span>
        <span className={classes.place} title={names.join(' / ')}>
          {[whose, place].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={classes.state}>
        <StatusChips process_state={file.process_state} accounting_status={file.accounting_status} />
      </span>
      <time dateTime={created_at} className={classes.when}>
        {whenOf(created_at)}
      </time>
    </Link>
  );
};
