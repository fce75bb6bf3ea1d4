import { useTranslation } from 'react-i18next';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { ChevronLeft, ChevronRight, Download, Info, X, type LucideIcon } from 'lucide-react';
import type { Entry } from '../list/entries';
import { FileIcon } from '../../../ui/file-icon';
import classes from './preview-bar.module.css';

type Props = {
  readonly entry: Entry | undefined;
  readonly name: string;
  /** Which of the files it is, from 1. */
  readonly position: number;
  readonly total: number;
  readonly isPanel: boolean;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
  readonly onPanel: () => void;
  readonly onDownload: () => void;
};

/** What is looked at, and what can be done about it. */
export const PreviewBar = (props: Props) => {
  const { entry, name, position, total, isPanel, onStep, onClose, onPanel, onDownload } = props;
  const { t } = useTranslation();
  return (
    <header className={classes.bar}>
      <Icon label={t('preview.close')} icon={X} onClick={onClose} />
      {entry && <FileIcon entry={entry} />}
      <h2 className={classes.name} title={name}>
        {entry ? name : ''}
      </h2>
      <div className={classes.wide}>
        {entry && (
          <>
            <Icon label={t('preview.previous')} icon={ChevronLeft} isOff={position <= 1} onClick={() => onStep(-1)} />
            <span className={classes.position} role="status">
              {t('preview.position', { position, total })}
            </span>
            <Icon label={t('preview.next')} icon={ChevronRight} isOff={position >= total} onClick={() => onStep(1)} />
            <Button variant="default" leftSection={<Download size={16} />} onClick={onDownload}>
              {t('files.download')}
            </Button>
            <Button
              variant={isPanel ? 'light' : 'default'}
              leftSection={<Info size={16} />}
              aria-pressed={isPanel}
              onClick={onPanel}
            >
              {t('preview.details')}
            </Button>
          </>
        )}
      </div>
    </header>
  );
};

type IconProps = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isOff?: boolean;
  readonly onClick: () => void;
};

export const Icon = ({ label, icon: Shape, isOff = false, onClick }: IconProps) => (
  <Tooltip label={label}>
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      className={classes.icon}
      aria-label={label}
      disabled={isOff}
      onClick={onClick}
    >
      <Shape size={20} />
    </ActionIcon>
  </Tooltip>
);

/** The same on a phone: at the thumb, in words. */
export const PreviewFoot = ({ position, total, isPanel, onStep, onPanel, onDownload }: Props) => {
  const { t } = useTranslation();
  const acts = [
    { label: t('preview.previous'), icon: ChevronLeft, isOff: position <= 1, run: () => onStep(-1) },
    { label: t('files.download'), icon: Download, isOff: false, run: onDownload },
    { label: t('preview.details'), icon: Info, isOff: false, isOn: isPanel, run: onPanel },
    { label: t('preview.next'), icon: ChevronRight, isOff: position >= total, run: () => onStep(1) },
  ];
  return (
    <div className={classes.foot} role="toolbar" aria-label={t('files.actions')}>
      {acts.map(({ label, icon: Shape, isOff, isOn, run }) => (
        <button key={label} type="button" disabled={isOff} aria-pressed={isOn} onClick={run}>
          <Shape size={20} aria-hidden="true" />
          {label}
        </button>
      ))}
    </div>
  );
};
