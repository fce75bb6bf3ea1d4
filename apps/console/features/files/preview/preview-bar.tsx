import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  ChevronLeft,
  ChevronRight,
  Download,
  FolderInput,
  Info,
  MessageSquareText,
  X,
  type LucideIcon,
} from 'lucide-react';
import type { Entry } from '../list/entries';
import type { ItemAction } from '../list/item-actions';
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
  /** Absent where they are not offered. */
  readonly ask: ItemAction | undefined;
  readonly onAsk: () => void;
  readonly move: ItemAction | undefined;
  readonly onMove: () => void;
  readonly onDownload: () => void;
};

type Act = {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Why it cannot be done now. */
  readonly reason?: string | null;
  readonly isOn?: boolean;
  readonly run: () => void;
};

/** What can be done with what is looked at: above it, and on a phone at the thumb. */
const useActs = ({ ask, onAsk, move, onMove, onDownload, isPanel, onPanel }: Props): readonly Act[] => {
  const { t } = useTranslation();
  const acts: readonly (Act | undefined)[] = [
    ask && { label: t('preview.ask'), icon: MessageSquareText, run: onAsk },
    move && { label: t('preview.move'), icon: FolderInput, reason: move.disabledReason, run: onMove },
    { label: t('files.download'), icon: Download, run: onDownload },
    { label: t('preview.details'), icon: Info, isOn: isPanel, run: onPanel },
  ];
  return acts.filter((act) => act !== undefined);
};

/** What is looked at, which of how many it is, and what can be done about it. */
export const PreviewBar = (props: Props) => {
  const { entry, name, position, total, onStep, onClose } = props;
  const { t } = useTranslation();
  const acts = useActs(props);
  return (
    <div
      className={classes.bar}
      style={{ '--preview-come': `${(100 * position) / Math.max(1, total)}%` } as CSSProperties}
    >
      <Icon label={t('preview.close')} icon={X} onClick={onClose} />
      {entry && <FileIcon entry={entry} />}
      <h2 className={classes.name} title={name}>
        {entry ? name : ''}
      </h2>
      {entry && total > 1 && (
        <div className={classes.steps}>
          <Icon label={t('preview.previous')} icon={ChevronLeft} isOff={position <= 1} onClick={() => onStep(-1)} />
          <span className={classes.position} role="status">
            {t('preview.position', { position, total })}
          </span>
          <Icon label={t('preview.next')} icon={ChevronRight} isOff={position >= total} onClick={() => onStep(1)} />
        </div>
      )}
      <div className={classes.wide}>
        {entry &&
          acts.map(({ label, icon: Shape, reason = null, isOn, run }) => (
            <Button
              key={label}
              variant={isOn ? 'light' : 'default'}
              leftSection={<Shape size={16} />}
              aria-pressed={isOn}
              disabled={reason !== null}
              {...(reason !== null && { title: reason })}
              onClick={run}
            >
              {label}
            </Button>
          ))}
      </div>
    </div>
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
export const PreviewFoot = (props: Props) => {
  const { t } = useTranslation();
  return (
    <div className={classes.foot} role="toolbar" aria-label={t('files.actions')}>
      {useActs(props).map(({ label, icon: Shape, reason = null, isOn, run }) => (
        <button key={label} type="button" disabled={reason !== null} aria-pressed={isOn} onClick={run}>
          <Shape size={20} aria-hidden="true" />
          {label}
        </button>
      ))}
    </div>
  );
};
