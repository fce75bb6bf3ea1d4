import { useTranslation } from 'react-i18next';
import { FolderUp } from 'lucide-react';
import { Notice } from '../../ui/notice';

/** A folder with nothing in it says how something gets there. */
export const FolderEmpty = () => {
  const { t } = useTranslation();
  return <Notice icon={FolderUp} title={t('files.empty')} text={t('files.emptyText')} />;
};
