import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { useSentence } from '../../../platform/faults';
import type { Then } from '../../../platform/past/then';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Message } from '../../../ui/message';
import { Waiting } from '../../../ui/screens';
import { FormerFileDialog } from './former-file.dialog';
import { formerFile } from './past-files.queries';

type Props = { readonly id: string; readonly then: Then; readonly onClose: () => void };

/** A document that came with a message, as it was then; it may have been in the trash. */
export const FormerAttachmentDialog = ({ id, then, onClose }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { data, error } = useQuery(formerFile(id, then));
  if (data) return <FormerFileDialog file={data.file} then={then} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={t('preview.content')}>
      {error ? <Message tone="error">{sentence(error)}</Message> : <Waiting />}
    </Dialog>
  );
};
