import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Download, FileQuestion } from 'lucide-react';
import { Notice } from '../../../ui/notice';

type Props = {
  readonly text: string;
  /** Absent for what is only looked at, as what was in the past. */
  readonly onDownload?: (() => void) | undefined;
  readonly children?: ReactNode;
};

/** What cannot be shown can be had. */
export const Unshown = ({ text, onDownload, children }: Props) => {
  const { t } = useTranslation();
  return (
    <Notice icon={FileQuestion} title={t('preview.unshown')} text={text}>
      {onDownload && (
        <Button leftSection={<Download size={16} />} onClick={onDownload}>
          {t('files.download')}
        </Button>
      )}
      {children}
    </Notice>
  );
};
