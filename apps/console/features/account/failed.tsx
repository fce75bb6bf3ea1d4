import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { useSentence } from '../../platform/faults';
import { Message } from '../../ui/message';

/** A part of a screen that could not be loaded. */
export const Failed = ({ error, onAgain }: { readonly error: unknown; readonly onAgain: () => void }) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  return (
    <>
      <Message tone="error">{sentence(error)}</Message>
      <div>
        <Button variant="default" size="sm" onClick={onAgain}>
          {t('screens.again')}
        </Button>
      </div>
    </>
  );
};
