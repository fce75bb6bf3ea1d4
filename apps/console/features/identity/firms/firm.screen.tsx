import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { Building2, Plus, UserPlus, Users } from 'lucide-react';
import { firmsApi, type Firm, type Me } from '@dosar/contracts';
import { call } from '../../../api';
import { toasts } from '../../../toasts';
import { Page } from '../../../ui/page';
import { Fault } from '../../../ui/screens';
import { BackLink } from '../forms/back-link';
import { DeleteSection } from '../forms/delete-section';
import { EntryForm } from '../forms/entry-form';
import { EntrySkeleton } from '../forms/entry-skeleton';
import { Section } from '../forms/section';
import { changesOf, useSending } from '../forms/sending';
import { me as whoIAm } from '../identity.queries';
import { firm as reading, forget, refreshPeople } from '../people.queries';
import { FirmFields, useFirmRules, valuesOf } from './firm.form';
import classes from '../forms/entry-form.module.css';

/** One accounting firm: its details, and the way to what belongs to it. */
export const FirmScreen = ({ id, user }: { readonly id: string; readonly user: Me }) => {
  const { t } = useTranslation();
  const me = useQuery(whoIAm()).data?.user ?? user;
  const { data, error, refetch } = useQuery(reading(id));
  const firm = data?.firm;
  useDocumentTitle(t('admin.firm.page', { name: firm?.name ?? '' }));
  if (error && !firm) return <Fault error={error} reset={() => void refetch()} />;
  return (
    <Page title={firm ? (firm.name ?? firm.cui) : ' '} text={firm ? t('clients.cui', { cui: firm.cui }) : ' '}>
      <BackLink to="/admin/firms" label={t('admin.firms.back')} />
      {firm ? (
        <>
          <FirmForm key={firm.id} firm={firm} me={me} />
          <Belongings firm={firm} />
          <FirmDelete firm={firm} />
        </>
      ) : (
        <EntrySkeleton />
      )}
    </Page>
  );
};

const FirmForm = ({ firm, me }: { readonly firm: Firm; readonly me: Me }) => {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: valuesOf(firm),
    validateInputOnChange: true,
    validate: useFirmRules(me, firm.cui),
  });
  const sending = useSending(form, async (values) => {
    const body = changesOf(form.getInitialValues(), values);
    const saved = (await call(firmsApi.change, { params: { id: firm.id }, body })).firm;
    form.setInitialValues(valuesOf(saved));
    form.setValues(valuesOf(saved));
    toasts.show({ type: 'success', title: t('admin.form.saved') });
    await refreshPeople();
  });
  return (
    <EntryForm
      onSubmit={sending.submit}
      busy={sending.busy}
      refusal={sending.refusal}
      isDirty={form.isDirty}
      submitLabel={t('admin.form.save')}
      isNew={false}
      onReset={form.reset}
    >
      <FirmFields form={form} me={me} />
    </EntryForm>
  );
};

/** What a firm has, each with the way there. */
const Belongings = ({ firm: { id, clients_count, accountants_count } }: { readonly firm: Firm }) => {
  const { t } = useTranslation();
  return (
    <Section title={t('admin.firm.belongings')}>
      <div className={classes.actions} data-wide>
        <Button
          renderRoot={(props) => <Link to="/admin/clients" search={{ firm_id: id }} {...props} />}
          variant="default"
          leftSection={<Building2 size={16} />}
        >
          {t('admin.firm.clients', { count: clients_count })}
        </Button>
        <Button
          renderRoot={(props) => (
            <Link to="/admin/users" search={{ firm_id: id, role: 'accountant' as const }} {...props} />
          )}
          variant="default"
          leftSection={<Users size={16} />}
        >
          {t('admin.firm.accountants', { count: accountants_count })}
        </Button>
        <Button
          renderRoot={(props) => <Link to="/admin/clients/new" search={{ firm_id: id }} {...props} />}
          variant="subtle"
          leftSection={<Plus size={16} />}
        >
          {t('admin.client.new')}
        </Button>
        <Button
          renderRoot={(props) => (
            <Link to="/admin/users/new" search={{ role: 'accountant' as const, firm_id: id }} {...props} />
          )}
          variant="subtle"
          leftSection={<UserPlus size={16} />}
        >
          {t('admin.firm.addAccountant')}
        </Button>
      </div>
    </Section>
  );
};

const FirmDelete = ({ firm: { id, name, cui } }: { readonly firm: Firm }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const shown = name ?? cui;
  const remove = async () => {
    await call(firmsApi.delete, { params: { id } });
    toasts.show({ type: 'success', title: t('admin.firm.deleted', { name: shown }) });
    await navigate({ to: '/admin/firms', ignoreBlocker: true });
    forget(reading(id).queryKey);
    await refreshPeople();
  };
  return (
    <DeleteSection
      title={t('admin.firm.deleteTitle')}
      hint={t('admin.firm.deleteHint')}
      action={t('admin.firm.delete')}
      question={t('admin.firm.deleteQuestion', { name: shown })}
      text={t('admin.firm.deleteText', { name: shown, cui })}
      onDelete={remove}
    />
  );
};
