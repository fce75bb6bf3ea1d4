import { useTranslation } from 'react-i18next';
import { useMediaQuery } from '@mantine/hooks';
import { Button } from '@mantine/core';
import { FolderLock, FolderUp, SearchX } from 'lucide-react';
import { Notice } from '../../../ui/notice';

/** Where nothing is dragged from a desktop. */
const TOUCH = '(max-width: 40em), (pointer: coarse)';

/** Nothing of what is there is what is looked for. */
export const NoneFound = ({ text, onAll }: { readonly text?: string; readonly onAll: () => void }) => {
  const { t } = useTranslation();
  return (
    <Notice icon={SearchX} title={t('files.noneFound')} text={text ?? t('files.noneFoundText')}>
      <Button variant="default" onClick={onAll}>
        {t('files.clearFilter')}
      </Button>
    </Notice>
  );
};

/** A folder with nothing in it says how something gets there. */
export const FolderEmpty = ({ isReadOnly }: { readonly isReadOnly: boolean }) => {
  const { t } = useTranslation();
  const isTouched = useMediaQuery(TOUCH, matchMedia(TOUCH).matches);
  if (isReadOnly) return <Notice icon={FolderLock} title={t('files.empty')} text={t('files.emptyReadOnly')} />;
  return (
    <Notice
      icon={FolderUp}
      title={t('files.empty')}
      text={isTouched ? t('files.emptyTouchText') : t('files.emptyText')}
    />
  );
};
