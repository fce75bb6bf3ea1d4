import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import type { AuditEvent } from '@dosar/contracts';

type Props = {
  /** What it was about. */
  readonly event: Pick<AuditEvent, 'resource_type' | 'resource_id' | 'client_id'>;
  /** Where in the log it began. */
  readonly position: string;
  readonly size?: ButtonProps['size'];
};

/** The way to how things were just before something was done to them; absent where there is no screen for that. */
export const BeforeLink = ({ event, position, size = 'sm' }: Props) => {
  const { t } = useTranslation();
  const { resource_type: type, resource_id: id, client_id: clientId } = event;
  const at = String(BigInt(position) - 1n);
  const link = (props: object) => {
    if (type === 'conversation')
      return <Link to="/chat/$conversationId" params={{ conversationId: id }} search={{ at }} {...props} />;
    const search = { clientId: clientId ?? '', at };
    if (type === 'folder') return <Link to="/files/$folderId" params={{ folderId: id }} search={search} {...props} />;
    return <Link to="/files" search={search} {...props} />;
  };
  const isOfFiles = clientId !== null && (type === 'folder' || type === 'file');
  if (!isOfFiles && type !== 'conversation') return null;
  return (
    <Button variant="default" size={size} leftSection={<CalendarClock size={15} />} renderRoot={link}>
      {t('past.justBefore')}
    </Button>
  );
};
