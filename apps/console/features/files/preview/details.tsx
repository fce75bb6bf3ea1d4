import { useTranslation } from 'react-i18next';
import { extensionOf, type File } from '@dosar/contracts';
import { momentOf, sizeOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { CopyButton } from '../../../ui/copy-button';
import type { StatusChange } from '../files.mutations';
import { Fields } from '../fields/fields';
import { KnownOf } from '../fields/known-of';
import type { MoveTo } from '../fields/use-document-places';
import { History } from '../history/history';
import { Fact, Section } from './fact';
import { Notes } from './notes';
import { States } from './states';
import classes from './details.module.css';

type Props = {
  readonly file: File;
  /** The names of the folders that lead to it. */
  readonly path: string;
  /** Whether this installation has them. */
  readonly hasNotes: boolean;
  /** Whether whoever looks may say what the document says. */
  readonly isOfFirm?: boolean;
  /** Whether the states have their keys now. */
  readonly hasKeys?: boolean;
  readonly onMove?: MoveTo | undefined;
  readonly onStatus?: ((change: StatusChange) => void) | undefined;
};

/** What is known about a file, beside it. */
export const Details = ({ file, path, hasNotes, isOfFirm = false, hasKeys = true, onMove, onStatus }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const kind = extensionOf(file.name ?? '').toUpperCase();
  return (
    <>
      <Section title={t('files.status')}>
        <States file={file} hasKeys={hasKeys} onChange={onStatus} />
      </Section>
      <Section title={t('documentFields.title')}>
        <KnownOf file={file} onMove={onMove} />
        <Fields file={file} isEditable={isOfFirm} />
      </Section>
      {hasNotes && (
        <Section title={t('notes.title')}>
          <Notes file={file} />
        </Section>
      )}
      <Section title={t('preview.details')}>
        <dl className={classes.facts}>
          <Fact label={t('preview.owner')}>{file.owner.name ?? t('files.erased')}</Fact>
          <Fact label={t('preview.added')}>{momentOf(file.created_at)}</Fact>
          {file.modified_at !== file.created_at && (
            <Fact label={t('files.columns.at')}>{momentOf(file.modified_at)}</Fact>
          )}
          <Fact label={t('preview.folder')}>{path}</Fact>
          <Fact label={t('files.columns.size')}>{sizeOf(file.size, language)}</Fact>
          <Fact label={t('preview.type')}>{kind}</Fact>
          {file.sha256 && (
            <Fact label={t('preview.hash')}>
              <code className={classes.code}>{file.sha256}</code>
              <CopyButton text={file.sha256} label={t('preview.copyHash')} />
            </Fact>
          )}
        </dl>
      </Section>
      <Section title={t('preview.history')}>
        <History file={file} />
      </Section>
    </>
  );
};
