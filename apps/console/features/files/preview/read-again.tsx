import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { filesApi } from '@dosar/contracts';
import { writing } from '../../../platform/queries';
import classes from './read-again.module.css';

type Props = { readonly fileId: string; readonly onDone: () => void };

/** For an administrator, of a document that was given up since the server had ended while it was read. */
export const ReadAgain = ({ fileId, onDone }: Props) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation(
    writing(filesApi.readAgain, { touches: onDone, failure: 'preview.failed' }),
  );
  const readAgain = () => mutate({ params: { id: fileId } });
  return (
    <Button variant="default" leftSection={<RotateCw size={16} />} onClick={readAgain} loading={isPending}>
      {t('preview.readAgain')}
    </Button>
  );
};

/** The same above a document that can be looked at: only its small picture, or what its invoice says, was given up. */
export const ReadAgainNote = (props: Props) => {
  const { t } = useTranslation();
  return (
    <div className={classes.note} role="note">
      <p className={classes.why}>{t('preview.readAgainText')}</p>
      <ReadAgain {...props} />
    </div>
  );
};
