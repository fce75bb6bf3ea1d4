import { useTranslation } from 'react-i18next';
import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis, Eye, GitCompareArrows, UserRoundSearch } from 'lucide-react';
import type { Me } from '@dosar/contracts';
import type { Then } from '../../../platform/past/then';
import { FilterChip } from '../../../ui/filter-chip';
import { AsPersonDialog, useNameOf } from './as-person.dialog';
import type { Thing } from './past.queries';
import { CompareDrawer } from './compare.drawer';
import { AccessDrawer } from './access.drawer';
import { useUnfinishedState } from '../../../ui/forms/unfinished';

type Props = {
  readonly user: Me;
  readonly clientId: string | null;
  /** Of which it is asked who could see it. */
  readonly about: Thing;
  readonly then: Then;
  /** The instant in words. */
  readonly when: string | undefined;
  readonly onGo: (then: Then) => void;
};

type Tool = 'compare' | 'access' | 'person';

/** What can be asked about an instant beside looking at it. */
export const PastTools = ({ user, clientId, about, then, when, onGo }: Props) => {
  const { t } = useTranslation();
  const [tool, setTool] = useUnfinishedState<Tool | null>('tool', null);
  const close = () => setTool(null);
  const isAdmin = user.role === 'admin';
  return (
    <>
      {then.as !== undefined && <As id={then.as} onRemove={() => onGo({ at: then.at })} />}
      {(clientId !== null || isAdmin) && (
        <Menu width={250} position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={t('past.more')}>
              <Ellipsis size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {clientId !== null && (
              <Menu.Item leftSection={<GitCompareArrows size={16} />} onClick={() => setTool('compare')}>
                {t('past.compare')}
              </Menu.Item>
            )}
            {isAdmin && (
              <Menu.Item leftSection={<Eye size={16} />} onClick={() => setTool('access')}>
                {t('past.whoCould')}
              </Menu.Item>
            )}
            {isAdmin && (
              <Menu.Item leftSection={<UserRoundSearch size={16} />} onClick={() => setTool('person')}>
                {t('past.asPerson')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {tool === 'compare' && clientId !== null && (
        <CompareDrawer {...{ user, clientId }} from={then.at} when={when} onClose={close} />
      )}
      {tool === 'access' && <AccessDrawer thing={about} at={then.at} when={when} onClose={close} />}
      {tool === 'person' && (
        <AsPersonDialog
          onChoose={(as) => {
            close();
            onGo({ at: then.at, as });
          }}
          onClose={close}
        />
      )}
    </>
  );
};

/** Through whose eyes it is seen. */
const As = ({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) => {
  const { t } = useTranslation();
  return <FilterChip label={t('past.as', { name: useNameOf(id) })} onRemove={onRemove} />;
};
