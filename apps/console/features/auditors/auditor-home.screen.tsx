import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { Me } from '@dosar/contracts';
import { momentOf } from '../../platform/format';
import { Card } from '../../ui/card';
import { EntryPage } from '../../ui/forms/entry-page';
import { PersonRow, PersonRows } from '../../ui/forms/person-rows';
import { ownMandate } from './auditors.queries';
import { leftUntil } from './days';
import { SeenClient } from './seen-client';
import { periodText, scopeText } from './mandate-words';

/** Where an auditor begins: what they are to look into, of which time, and how long they may. */
export const AuditorHomeScreen = ({ user }: { readonly user: Me }) => {
  const { t } = useTranslation();
  const asked = useQuery(ownMandate());
  useDocumentTitle(t('auditors.homePage'));
  const { data } = asked;
  const [opened, setOpened] = useState<string | null>(null);
  const client = data?.clients.find(({ id }) => id === opened);
  const [unit, count] = data ? leftUntil(data.mandate.until) : (['days', 0] as const);
  return (
    <EntryPage
      asked={asked}
      page={t('auditors.homePage')}
      title={t('auditors.hello', { name: user.name ?? '' })}
      text={data && t(`auditors.left.${unit}`, { count })}
    >
      {client && <SeenClient key={client.id} client={client} onBack={() => setOpened(null)} />}
      {data && !client && (
        <>
          <Card title={t('auditors.mandate')} text={data.mandate.purpose}>
            <PersonRows isEmpty={false} empty="">
              <PersonRow name={t('auditors.scope')} detail={scopeText(t, data.mandate)} />
              <PersonRow name={t('auditors.time')} detail={periodText(data.mandate)} />
              <PersonRow name={t('auditors.untilDay')} detail={momentOf(data.mandate.until)} />
            </PersonRows>
          </Card>
          <Card title={t('auditors.clientsSeen')} text={t('auditors.asOf', { at: momentOf(data.at.time) })}>
            <PersonRows isEmpty={data.clients.length === 0} empty={t('auditors.noClients')}>
              {data.clients.map(({ id, name }) => (
                <PersonRow
                  key={id}
                  name={name ?? ''}
                  detail=""
                  action={
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={t('auditors.openClient', { name })}
                      onClick={() => setOpened(id)}
                    >
                      {t('auditors.open')}
                    </Button>
                  }
                />
              ))}
            </PersonRows>
          </Card>
        </>
      )}
    </EntryPage>
  );
};
