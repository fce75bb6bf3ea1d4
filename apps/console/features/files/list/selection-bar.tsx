import { useTranslation } from 'react-i18next';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { ListChecks, X } from 'lucide-react';
import type { Entry } from './entries';
import type { StatusChange } from '../files.mutations';
import type { ItemAction } from './item-actions';
import { StatusItems } from './status-items';
import classes from './selection-bar.module.css';

type Props = {
  readonly entries: readonly Entry[];
  readonly actions: readonly ItemAction[];
  readonly onItemAction: (action: ItemAction) => void;
  readonly onStatus?: ((change: StatusChange) => void) | undefined;
  readonly onClear: () => void;
};

/** What can be done with the selected entries, in place of what can be done with the folder. */
export const SelectionBar = ({ entries, actions, onItemAction, onStatus, onClear }: Props) => {
  const { t } = useTranslation();
  const documents = entries.filter(({ kind }) => kind === 'file').length;
  // where folders are selected, too, it is said how many of all it is about
  const status = documents === entries.length ? t('files.status') : t('files.statusSome', { count: documents });
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('files.selectionActions')}>
      <Tooltip label={t('files.clearSelection')}>
        <ActionIcon variant="subtle" color="gray" aria-label={t('files.clearSelection')} onClick={onClear}>
          <X size={18} />
        </ActionIcon>
      </Tooltip>
      <span className={classes.count} role="status">
        {t('files.selected', { count: entries.length })}
      </span>
      {onStatus && (
        <Menu width={240}>
          <Menu.Target>
            <Button
              variant="subtle"
              size="compact-md"
              className={classes.button}
              leftSection={<ListChecks size={16} />}
              title={status}
              aria-label={status}
            >
              <span className={classes.label}>{status}</span>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <StatusItems entries={entries} onChange={onStatus} />
          </Menu.Dropdown>
        </Menu>
      )}
      {actions
        // what is done more seldom is in the menu
        .filter(({ name }) => !['open', 'copy', 'ask', 'history'].includes(name))
        .map((action) => {
          const { name, label, icon: Icon, disabledReason } = action;
          return (
            <Button
              key={name}
              variant="subtle"
              size="compact-md"
              className={name === 'delete' ? `${classes.button} ${classes.danger}` : classes.button}
              leftSection={<Icon size={16} />}
              disabled={disabledReason !== null}
              title={disabledReason ?? label}
              aria-label={label}
              onClick={() => onItemAction(action)}
            >
              <span className={classes.label}>{label}</span>
            </Button>
          );
        })}
    </div>
  );
};
