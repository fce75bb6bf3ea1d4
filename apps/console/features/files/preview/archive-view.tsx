import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { CloudOff, PackageOpen } from 'lucide-react';
import { extensionOf, isAllowedExtension, MIME_TYPES, type ArchiveEntry, type ArchiveListing } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { sizeOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { Message } from '../../../ui/message';
import { Notice } from '../../../ui/notice';
import { Waiting } from '../../../ui/screens';
import { savingPart, type PartRef } from './inside/parts.queries';
import { PartRow } from './inside/part-row';
import { lookInside } from './preview.queries';
import classes from './archive-view.module.css';

type Props = {
  readonly fileId: string;
  /** Absent where archives are not unpacked. */
  readonly onUnpack?: (() => void) | undefined;
  /** Opens one of its files. */
  readonly onPart: (part: PartRef) => void;
};

/** So many are drawn at once. */
const PAGE = 300;

/** In the order of their paths, folder by folder. */
const ordered = (entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] => {
  const keys = new Map(entries.map(({ path }) => [path, path.split('/')]));
  const compare = new Intl.Collator('ro', { numeric: true }).compare;
  return [...entries].sort((a, b) => {
    const one = keys.get(a.path)!;
    const other = keys.get(b.path)!;
    const at = one.findIndex((part, index) => part !== other[index]);
    return at < 0 ? one.length - other.length : other[at] === undefined ? 1 : compare(one[at]!, other[at]);
  });
};

const typeOf = (name: string): string => {
  const extension = extensionOf(name);
  return isAllowedExtension(extension) ? MIME_TYPES[extension] : '';
};

/** What is in an archive, before it is unpacked. */
export const ArchiveView = ({ fileId, onUnpack, onPart }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { language } = useStore(preferences);
  const [shown, setShown] = useState(PAGE);
  const { data, error, refetch } = useQuery(lookInside(fileId));
  if (error)
    return (
      <Notice icon={CloudOff} title={t('preview.failed')} text={sentence(error)}>
        <Button onClick={() => void refetch()}>{t('screens.again')}</Button>
      </Notice>
    );
  if (!data) return <Waiting />;
  const { entries, left_out: leftOut, size, refusal } = data;
  const files = entries.filter(({ type }) => type === 'file').length;
  const left = entries.length - shown;
  return (
    <article className={classes.sheet}>
      <div className={classes.head}>
        <p className={classes.sum}>
          {t('unpacking.files', { count: files })}, {sizeOf(size, language)}
        </p>
        {onUnpack && !refusal && (
          <Button leftSection={<PackageOpen size={16} />} onClick={onUnpack}>
            {t('unpacking.unpack')}
          </Button>
        )}
      </div>
      {refusal && (
        <Message tone="warning">
          <strong>{t('unpacking.refused')}</strong> {refusal.error}
          {refusal.path !== null && <div className={classes.path}>{refusal.path}</div>}
        </Message>
      )}
      {leftOut.length > 0 && <LeftOut leftOut={leftOut} />}
      <Entries entries={ordered(entries).slice(0, shown)} fileId={fileId} onPart={onPart} />
      {left > 0 && (
        <Button variant="default" mt="md" onClick={() => setShown(shown + PAGE)}>
          {t('preview.moreRows', { count: Math.min(PAGE, left) })}
        </Button>
      )}
    </article>
  );
};

type EntriesProps = Pick<Props, 'fileId' | 'onPart'> & { readonly entries: readonly ArchiveEntry[] };

/** Files and folders of an archive: a file is looked at, and saved. */
const Entries = ({ entries, fileId, onPart }: EntriesProps) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { mutate: save } = useMutation(savingPart(fileId));
  return (
    <ul className={classes.list} aria-label={t('unpacking.entries')}>
      {entries.map(({ path, type, size: bytes, part: number }, at) => {
        const folders = path.split('/').filter((part) => part !== '');
        const name = folders.at(-1) ?? path;
        const open = () => number !== undefined && onPart({ number, name, mime_type: typeOf(name) });
        return (
          <PartRow
            key={at}
            kind={type}
            name={name}
            size={type === 'file' ? sizeOf(bytes, language) : ''}
            depth={folders.length - 1}
            title={path}
            onOpen={number === undefined ? undefined : open}
            onSave={() => number !== undefined && save(number)}
          />
        );
      })}
    </ul>
  );
};

/** What unpacking leaves out, each with its reason. */
const LeftOut = ({ leftOut }: { readonly leftOut: ArchiveListing['left_out'] }) => {
  const { t } = useTranslation();
  return (
    <Message tone="warning">
      <strong>{t('unpacking.leavesOut', { count: leftOut.length })}</strong>
      <ul className={classes.left}>
        {leftOut.slice(0, PAGE).map(({ path, error }, at) => (
          <li key={at} className={classes.path}>
            {path}: {error}
          </li>
        ))}
      </ul>
    </Message>
  );
};
