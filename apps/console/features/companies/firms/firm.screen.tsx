import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Building2, Plus, UserPlus, Users } from 'lucide-react';
import type { Firm, Me } from '@dosar/contracts';
import { companyName } from '../../../platform/company-name';
import { usePatientForm } from '../../../ui/forms/forms';
import { BackLink } from '../../../ui/forms/back-link';
import { DeleteSection } from '../../../ui/forms/delete-section';
import { EditForm } from '../../../ui/forms/edit-form';
import { EntryPage } from '../../../ui/forms/entry-page';
import { TimelineLink } from '../../../ui/history/timeline-link';
import { Section } from '../../../ui/forms/section';
import { changedFields } from '../../../ui/forms/sending';
import { useMe } from '../../account/me.queries';
import { PEOPLE } from '../../users/users.queries';
import { changeFirm, deleteFirm } from '../companies.mutations';
import { firm as reading } from '../companies.queries';
import { FirmFields, useFirmRules, valuesOf, type FirmValues } from './firm.form';
import classes from '../../../ui/forms/entry-form.module.css';

type Props = {
  readonly id: string;
  readonly user: Me;
  /** Who audits it. */
  readonly auditors: ReactNode;
};

/** One accounting firm: its details, and the way to what belongs to it. */
export const FirmScreen = ({ id, user, auditors }: Props) => {
  const { t } = useTranslation();
  const me = useMe(user);
  const asked = useQuery(reading(id));
  const firm = asked.data?.firm;
  return (
    <EntryPage
      asked={asked}
      page={t('firm.page', { name: firm?.name ?? '' })}
      title={firm && companyName(firm)}
      text={firm && t('choice.cui', { cui: firm.cui ?? '—' })}
      back={<BackLink to="/admin/firms" label={t('firms.back')} />}
      actions={<TimelineLink user={me} thing={{ resource_type: 'firm', resource_id: id }} />}
    >
      {firm && (
        <>
          <FirmForm key={firm.id} firm={firm} me={me} />
          <Belongings firm={firm} />
          {auditors}
          <FirmDelete firm={firm} />
        </>
      )}
    </EntryPage>
  );
};

const FirmForm = ({ firm, me }: { readonly firm: Firm; readonly me: Me }) => {
  const form = usePatientForm({
    initialValues: valuesOf(firm),
    validate: useFirmRules(me, firm.cui),
  });
  const { mutateAsync } = useMutation(changeFirm());
  const save = async (values: FirmValues) => {
    const body = changedFields(form.getInitialValues(), values);
    return valuesOf((await mutateAsync({ params: { id: firm.id }, body })).firm);
  };
  return (
    <EditForm form={form} save={save}>
      <FirmFields form={form} me={me} />
    </EditForm>
  );
};

/** What a firm has, each with the way there. */
const Belongings = ({ firm: { id, clients_count, accountants_count } }: { readonly firm: Firm }) => {
  const { t } = useTranslation();
  return (
    <Section title={t('firm.belongings')}>
      <div className={classes.actions} data-wide>
        <Button
          renderRoot={(props) => <Link to="/admin/clients" search={{ firm_id: id }} {...props} />}
          variant="default"
          leftSection={<Building2 size={16} />}
        >
          {t('firm.clients', { count: clients_count })}
        </Button>
        <Button
          renderRoot={(props) => (
            <Link to="/admin/users" search={{ firm_id: id, role: 'accountant' as const }} {...props} />
          )}
          variant="default"
          leftSection={<Users size={16} />}
        >
          {t('firm.accountants', { count: accountants_count })}
        </Button>
        <Button
          renderRoot={(props) => <Link to="/admin/clients/new" search={{ firm_id: id }} {...props} />}
          variant="subtle"
          leftSection={<Plus size={16} />}
        >
          {t('client.new')}
        </Button>
        <Button
          renderRoot={(props) => (
            <Link to="/admin/users/new" search={{ role: 'accountant' as const, firm_id: id }} {...props} />
          )}
          variant="subtle"
          leftSection={<UserPlus size={16} />}
        >
          {t('firm.addAccountant')}
        </Button>
      </div>
    </Section>
  );
};

const FirmDelete = ({ firm }: { readonly firm: Firm }) => {
  const { mutateAsync } = useMutation(deleteFirm());
  const { t } = useTranslation();
  const { id, cui } = firm;
  const shown = companyName(firm);
  return (
    <DeleteSection
      title={t('firm.deleteTitle')}
      hint={t('firm.deleteHint')}
      action={t('firm.delete')}
      question={t('firm.deleteQuestion', { name: shown })}
      text={t('firm.deleteText', { name: shown, cui })}
      deleted={t('firm.deleted', { name: shown })}
      list="/admin/firms"
      queryKey={reading(id).queryKey}
      touches={PEOPLE}
      onDelete={() => mutateAsync({ params: { id } })}
    />
  );
};
