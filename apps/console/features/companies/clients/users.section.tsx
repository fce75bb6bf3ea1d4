import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import type { Client } from '@dosar/contracts';
import { PersonRow, PersonRows } from '../../../ui/forms/person-rows';
import { Section } from '../../../ui/forms/section';

type Props = { readonly client: Client; readonly isAdmin: boolean };

/** Who signs in for a client. */
export const UsersSection = ({ client: { id, users }, isAdmin }: Props) => {
  const { t } = useTranslation();
  return (
    <Section title={t('client.users')} hint={isAdmin ? null : t('client.usersHint')}>
      <PersonRows empty={t('client.noUsers')} isEmpty={users.length === 0}>
        {users.map((user) => (
          <PersonRow
            key={user.id}
            name={user.name ?? user.email ?? ''}
            detail={user.email ?? ''}
            {...(isAdmin && { link: { to: '/admin/users/$id', params: { id: user.id } } })}
          />
        ))}
      </PersonRows>
      {isAdmin && (
        <div data-wide>
          <Button
            renderRoot={(props) => <Link to="/admin/users/new" search={{ role: 'user', client_id: id }} {...props} />}
            variant="default"
            leftSection={<UserPlus size={16} />}
          >
            {t('client.addUser')}
          </Button>
        </div>
      )}
    </Section>
  );
};
