import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon } from '@mantine/core';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useStore } from '../../../platform/storage/store';
import { sideOf } from '../../../ui/side';
import { Widener } from '../../../ui/widener';
import { TrashLink } from '../trash/trash-link';
import classes from '../files.screen.module.css';

const side = sideOf('dosar.tree');

type Props = {
  /** Absent where there is no way to what was deleted: the past has no trash. */
  readonly clientId?: string;
  readonly isTrash?: boolean;
  readonly children: ReactNode;
};

/** The place of the tree beside the rows: folded away where the room is wanted, and as wide as its names need. */
export const TreeSide = ({ clientId, isTrash = false, children }: Props) => {
  const { t } = useTranslation();
  const { isOpen, width } = useStore(side);
  const label = isOpen ? t('files.foldTree') : t('files.unfoldTree');
  const Icon = isOpen ? PanelLeftClose : PanelLeftOpen;
  return (
    <aside className={classes.tree} data-open={isOpen || undefined} style={isOpen ? { width } : undefined}>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.fold}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={() => side.fold(!isOpen)}
      >
        <Icon size={17} />
      </ActionIcon>
      <div className={classes.folders}>{isOpen && children}</div>
      {clientId !== undefined && <TrashLink clientId={clientId} isCurrent={isTrash} isShort={!isOpen} />}
      {isOpen && <Widener side={side} label={t('files.treeWidth')} />}
    </aside>
  );
};
