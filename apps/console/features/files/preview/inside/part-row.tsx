import { useTranslation } from 'react-i18next';
import { ActionIcon, Tooltip } from '@mantine/core';
import { Download } from 'lucide-react';
import { FileIcon } from '../../../../ui/file-icon';
import classes from './part-row.module.css';

type Props = {
  readonly kind: 'file' | 'folder';
  readonly name: string;
  readonly size: string;
  /** Why it is not opened. */
  readonly note?: string;
  /** How deep it lies in folders. */
  readonly depth?: number;
  readonly title?: string;
  /** Absent where it is not opened. */
  readonly onOpen?: (() => void) | undefined;
  readonly onSave: () => void;
};

const STEP_PX = 22;
const DEEPEST = 12;

/** A file inside a file, or a folder of an archive: looked at, and saved. */
export const PartRow = ({ kind, name, size, note, depth = 0, title, onOpen, onSave }: Props) => {
  const { t } = useTranslation();
  return (
    <li className={classes.row} style={{ paddingInlineStart: `${Math.min(depth, DEEPEST) * STEP_PX}px` }} title={title}>
      <FileIcon entry={{ kind, name }} />
      {onOpen ? (
        <button type="button" className={classes.name} onClick={onOpen} aria-label={t('inside.open', { name })}>
          {name}
        </button>
      ) : (
        <span className={classes.name}>
          {name} {note && <em>{note}</em>}
        </span>
      )}
      <span className={classes.size}>{size}</span>
      {onOpen && <SavePart name={name} onSave={onSave} />}
    </li>
  );
};

/** Saves a file that is inside another. */
export const SavePart = ({ name, onSave }: { readonly name: string; readonly onSave: () => void }) => {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('inside.save', { name })}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('inside.save', { name })} onClick={onSave}>
        <Download size={17} />
      </ActionIcon>
    </Tooltip>
  );
};
