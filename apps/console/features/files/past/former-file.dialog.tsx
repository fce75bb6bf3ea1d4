import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import type { File } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { momentOf, sizeOf } from '../../../platform/format';
import type { Then } from '../../../platform/past/then';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Message } from '../../../ui/message';
import { Fields } from '../fields/fields';
import { Fact, Section } from '../preview/fact';
import { Written } from '../preview/notes';
import { States } from '../preview/states';
import { FormerDocument } from './former-document';
import { formerNotes } from './past-files.queries';
import details from '../preview/details.module.css';
import notes from '../preview/notes.module.css';

type Props = { readonly file: File; readonly then: Then; readonly onClose: () => void };

/** A document as it was then, and what was known about it. */
export const FormerFileDialog = ({ file, then, onClose }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  return (
    <Dialog onClose={onClose} title={file.name ?? t('files.erased')} size="xl">
      <FormerDocument file={file} then={then} />
      <Section title={t('files.status')}>
        <States file={file} />
      </Section>
      {(file.fields !== null || file.tags.length > 0) && (
        <Section title={t('documentFields.title')}>
          <Fields file={file} isEditable={false} />
        </Section>
      )}
      <Section title={t('preview.details')}>
        <dl className={details.facts}>
          <Fact label={t('preview.owner')}>{file.owner.name ?? t('files.erased')}</Fact>
          <Fact label={t('preview.added')}>{momentOf(file.created_at)}</Fact>
          <Fact label={t('files.columns.at')}>{momentOf(file.modified_at)}</Fact>
          <Fact label={t('files.columns.size')}>{sizeOf(file.size, language)}</Fact>
        </dl>
      </Section>
      <Section title={t('notes.title')}>
        <FormerNotes id={file.id} then={then} />
      </Section>
    </Dialog>
  );
};

const FormerNotes = ({ id, then }: { readonly id: string; readonly then: Then }) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { data, error } = useQuery(formerNotes(id, then));
  if (error) return <Message tone="error">{sentence(error)}</Message>;
  if (data?.notes.length === 0) return <p className={details.none}>{t('notes.none')}</p>;
  return (
    <ol className={notes.notes}>
      {data?.notes.map((note) => (
        <Written key={note.id} note={note} />
      ))}
    </ol>
  );
};
