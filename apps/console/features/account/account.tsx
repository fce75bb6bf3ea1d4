import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '@mantine/hooks';
import type { Me } from '@dosar/contracts';
import { dayOf, momentOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { Card } from '../../ui/card';
import classes from './form.module.css';

/** What the account is; nothing of it is changed here. */
export const Account = ({ user }: { readonly user: Me }) => {
  const { t } = useTranslation();
  useStore(preferences);
  useDocumentTitle(t('account.account.page'));
  return (
    <Card title={t('account.account.title')} text={t('account.account.text')}>
      <dl className={classes.facts}>
        <Fact name={t('fields.email')}>{user.email}</Fact>
        <Fact name={t('account.account.role')}>{t(`roles.${user.role}`)}</Fact>
        {user.client && <Fact name={t('account.account.client')}>{user.client.name}</Fact>}
        {user.firm && <Fact name={t('account.account.firm')}>{user.firm.name}</Fact>}
        <Fact name={t('account.account.twoStep')}>
          {user.two_step ? t('account.account.twoStepOn') : t('account.account.twoStepOff')}
        </Fact>
        <Fact name={t('account.account.created')}>{dayOf(user.createdAt)}</Fact>
        {user.lastSeen && <Fact name={t('account.account.lastSeen')}>{momentOf(user.lastSeen)}</Fact>}
      </dl>
    </Card>
  );
};

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
