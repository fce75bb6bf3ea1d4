import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { companyName } from '../../platform/company-name';
import { useSentence } from '../../platform/faults';
import { PersonRow, PersonRows } from '../../ui/forms/person-rows';
import { Section } from '../../ui/forms/section';
import { clientPage } from '../companies/companies.queries';

/** The clients that an accountant is assigned to, each with its users. */
export const AssignedSection = ({ accountantId }: { readonly accountantId: string }) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { data, error } = useQuery(clientPage({ accountant_id: accountantId }));
  const more = data ? data.total - data.clients.length : 0;
  return (
    <Section title={t('assigned.title')} hint={t('assigned.hint')}>
      {error && !data && <p data-wide>{sentence(error)}</p>}
      {!data && !error && <Skeleton height={60} radius="md" data-wide />}
      {data && (
        <PersonRows isEmpty={data.clients.length === 0} empty={t('assigned.none')}>
          {data.clients.map(({ id, users, ...company }) => (
            <PersonRow
              key={id}
              name={companyName(company)}
              detail={users.map(({ name, email }) => name ?? email ?? '').join(', ') || t('assigned.noUsers')}
              link={{ to: '/admin/clients/$id', params: { id } }}
            />
          ))}
        </PersonRows>
      )}
      {more > 0 && (
        <div>
          <Button
            renderRoot={(props) => <Link to="/admin/clients" search={{ accountant_id: accountantId }} {...props} />}
            variant="subtle"
            size="compact-sm"
          >
            {t('assigned.more', { count: more })}
          </Button>
        </div>
      )}
    </Section>
  );
};
