import { useTranslation } from 'react-i18next';
import { ActionIcon, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import type { Me } from '@dosar/contracts';
import { offers } from '../../platform/guards';

/** Something with a history: a thing known to the audit, or everything about a client. */
type Thing =
  | { readonly client_id: string }
  | {
      readonly resource_type: 'user' | 'firm' | 'file' | 'folder' | 'conversation' | 'message';
      readonly resource_id: string;
    };

/** Whether somebody may see the audit. */
export const mayAudit = ({ role, features }: Pick<Me, 'role' | 'features'>): boolean =>
  role === 'admin' && offers({ features }, 'audit');

type Props = {
  readonly user: Pick<Me, 'role' | 'features'>;
  readonly thing: Thing;
  /** Icon only, where there is no room for text. */
  readonly isSign?: boolean;
};

/** A link to the history of a thing, for those who may see it. */
export const TimelineLink = ({ user, thing, isSign = false }: Props) => {
  const { t } = useTranslation();
  if (!mayAudit(user)) return null;
  const link = (props: object) => <Link to="/admin/audit" search={thing as object} {...props} />;
  const label = t('words.history');
  if (isSign)
    return (
      <ActionIcon renderRoot={link} variant="subtle" color="gray" size="lg" aria-label={label} title={label}>
        <History size={19} />
      </ActionIcon>
    );
  return (
    <Button renderRoot={link} variant="default" leftSection={<History size={16} />}>
      {label}
    </Button>
  );
};
