import { useTranslation } from 'react-i18next';
import { useMediaQuery } from '@mantine/hooks';
import { FolderUp } from 'lucide-react';
import { Notice } from '../../ui/notice';

/** Where nothing is dragged from a desktop. */
const TOUCH = '(max-width: 40em), (pointer: coarse)';

/** A folder with nothing in it says how something gets there. */
export const FolderEmpty = () => {
  const { t } = useTranslation();
  const isTouched = useMediaQuery(TOUCH, matchMedia(TOUCH).matches);
  return (
    <Notice
      icon={FolderUp}
      title={t('files.empty')}
      text={isTouched ? t('files.emptyTouchText') : t('files.emptyText')}
    />
  );
};
