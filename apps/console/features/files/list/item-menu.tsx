import { useTranslation } from 'react-i18next';
import { Menu } from '@mantine/core';
import { ListChecks } from 'lucide-react';
import type { Entry } from './entries';
import type { StatusChange } from '../files.mutations';
import type { ItemAction } from './item-actions';
import { StatusItems } from './status-items';
import classes from './item-menu.module.css';

type Props = {
  /** Where on the screen; null while it is closed. */
  readonly at: { readonly x: number; readonly y: number } | null;
  readonly entries: readonly Entry[];
  readonly actions: readonly ItemAction[];
  readonly onItemAction: (action: ItemAction) => void;
  /** Only for those who may change it. */
  readonly onStatus?: ((change: StatusChange) => void) | undefined;
  readonly onClose: () => void;
  /** What was chosen has taken the keys. */
  readonly isLeft?: boolean;
};

/** What can be done with the selected entries, where the pointer is. */
export const ItemMenu = ({ at, entries, actions, onItemAction, onStatus, onClose, isLeft = false }: Props) => {
  const { t } = useTranslation();
  return (
    <Menu opened={at !== null} onClose={onClose} position="bottom-start" width={248} withinPortal returnFocus={!isLeft}>
      <Menu.Target>
        <div
          role="button"
          tabIndex={-1}
          aria-label={t('files.actions')}
          aria-hidden={at === null}
          className={classes.point}
          style={{ left: at?.x ?? 0, top: at?.y ?? 0 }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => {
          const { name, label, icon: Icon, keys, disabledReason } = action;
          return (
            <Menu.Item
              key={name}
              leftSection={<Icon size={16} />}
              rightSection={keys && <span className={classes.keys}>{keys}</span>}
              disabled={disabledReason !== null}
              title={disabledReason ?? undefined}
              className={name === 'delete' ? classes.danger : undefined}
              onClick={() => onItemAction(action)}
            >
              {label}
            </Menu.Item>
          );
        })}
        {onStatus && (
          <Menu.Sub>
            <Menu.Sub.Target>
              <Menu.Sub.Item leftSection={<ListChecks size={16} />}>{t('files.status')}</Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              <StatusItems entries={entries} onChange={onStatus} />
            </Menu.Sub.Dropdown>
          </Menu.Sub>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};
