import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FolderX, HardDrive, Trash2 } from 'lucide-react';
import { Notice } from '../../ui/notice';

type Props = { readonly clientId: string; readonly onOpen: (folderId: string | null) => void };

/** A folder that was deleted or moved away says where to look for it. */
export const FolderGone = ({ clientId, onOpen }: Props) => {
  const { t } = useTranslation();
  return (
    <Notice icon={FolderX} title={t('files.gone')} text={t('files.goneText')}>
      <Button leftSection={<HardDrive size={16} />} onClick={() => onOpen(null)}>
        {t('files.backToFiles')}
      </Button>
      <Button
        variant="default"
        leftSection={<Trash2 size={16} />}
        renderRoot={(props) => <Link to="/files/trash" search={{ clientId }} {...props} />}
      >
        {t('files.toTrash')}
      </Button>
    </Notice>
  );
};
