import { useTranslation } from 'react-i18next';
import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import type { Me } from '@dosar/contracts';
import { offers } from '../../../platform/guards';
import { LAST } from '../../../platform/past/then';

type Props = {
  readonly user: Me;
  readonly clientId: string;
  /** null: the root. */
  readonly folderId: string | null;
  /** As of when; the newest moment, unless said otherwise. */
  readonly at?: string;
  /** It stands in a menu. */
  readonly isItem?: boolean;
};

/** The way to how a folder was. */
export const PastLink = ({ user, clientId, folderId, at = LAST, isItem = false }: Props) => {
  const { t } = useTranslation();
  if (!offers(user, 'audit')) return null;
  const search = { clientId, at };
  const link = (props: object) =>
    folderId === null ? (
      <Link to="/files" search={search} {...props} />
    ) : (
      <Link to="/files/$folderId" params={{ folderId }} search={search} {...props} />
    );
  const icon = <CalendarClock size={16} />;
  if (isItem)
    return (
      <Menu.Item leftSection={icon} renderRoot={link}>
        {t('files.past')}
      </Menu.Item>
    );
  return (
    <Button variant="default" leftSection={icon} renderRoot={link}>
      {t('files.past')}
    </Button>
  );
};
