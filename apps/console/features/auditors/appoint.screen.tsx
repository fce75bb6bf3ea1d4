import '@mantine/core/styles/PillsInput.layer.css';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MultiSelect, Textarea, TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { PAGE_SIZE } from '@dosar/contracts';
import { companyName } from '../../platform/company-name';
import { toasts } from '../../platform/toasts';
import { BackLink } from '../../ui/forms/back-link';
import { DayInput } from '../../ui/forms/day-input';
import { EntryForm } from '../../ui/forms/entry-form';
import { usePatientForm } from '../../ui/forms/forms';
import { textInput } from '../../ui/forms/inputs';
import { RemoteChoice } from '../../ui/forms/remote-choice';
import { Section } from '../../ui/forms/section';
import { Page } from '../../ui/page';
import { clientPage, firmChoices } from '../companies/companies.queries';
import { appointAuditor } from './auditors.queries';
import { endsWith } from './days';

type Appointment = {
  name: string;
  email: string;
  firm_id: string;
  client_ids: string[];
  from: string;
  to: string;
  until: string;
  purpose: string;
};

const NEW: Appointment = {
  name: '',
  email: '',
  firm_id: '',
  client_ids: [],
  from: '',
  to: '',
  until: '',
  purpose: '',
};
const NEEDED = ['name', 'email', 'firm_id', 'from', 'to', 'purpose'] as const;

const bodyOf = ({ name, email, firm_id, client_ids, from, to, until, purpose }: Appointment) => ({
  name,
  email,
  scope: client_ids.length > 0 ? { client_ids } : { firm_id },
  period: { from, to },
  purpose,
  ...(until !== '' && { until: endsWith(until) }),
});

/** Appoints an auditor. */
export const AppointScreen = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const validate = (values: Appointment): Readonly<Record<string, string>> => {
    const missing = NEEDED.filter((field) => values[field].trim() === '');
    const wrong = missing.map((field) => [field, t('rules.required')] as const);
    const isReversed = values.from !== '' && values.to !== '' && values.to < values.from;
    return { ...Object.fromEntries(wrong), ...(isReversed && { to: t('rules.period_reversed') }) };
  };
  const form = usePatientForm({ initialValues: NEW, validate });
  const { mutateAsync } = useMutation(appointAuditor());
  useDocumentTitle(t('auditors.newPage'));
  const send = async (values: Appointment) => {
    await mutateAsync({ body: bodyOf(values) });
    toasts.show({ type: 'success', title: t('auditors.appointed', { email: values.email }) });
    await navigate({ to: '/admin/auditors', ignoreBlocker: true });
  };
  return (
    <Page title={t('auditors.appoint')} back={<BackLink to="/admin/auditors" label={t('auditors.title')} />}>
      <EntryForm form={form} send={send} action={t('auditors.appoint')} isNew>
        <Section title={t('auditors.who')} hint={t('auditors.whoHint')}>
          <TextInput
            size="md"
            label={t('auditors.name')}
            withAsterisk
            autoComplete="off"
            {...textInput(form, 'name')}
          />
          <TextInput
            size="md"
            type="email"
            label={t('fields.email')}
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('email')}
          />
        </Section>
        <ScopeFields form={form} />
        <Section title={t('auditors.time')} hint={t('auditors.timeHint')}>
          <DayInput label={t('auditors.from')} withAsterisk {...form.getInputProps('from')} value={form.values.from} />
          <DayInput label={t('auditors.to')} withAsterisk {...form.getInputProps('to')} value={form.values.to} />
          <DayInput
            label={t('auditors.untilDay')}
            description={t('auditors.untilHint')}
            {...form.getInputProps('until')}
            value={form.values.until}
          />
        </Section>
      </EntryForm>
    </Page>
  );
};

type FieldsProps = { readonly form: ReturnType<typeof usePatientForm<Appointment>> };

/** Whose documents: of a firm all clients, or some of them. */
const ScopeFields = ({ form }: FieldsProps) => {
  const { t } = useTranslation();
  const { firm_id } = form.values;
  const { data } = useQuery({ ...clientPage({ firm_id, pageSize: PAGE_SIZE.max }), enabled: firm_id !== '' });
  return (
    <Section title={t('auditors.scope')}>
      <RemoteChoice
        choices={firmChoices}
        size="md"
        label={t('words.accountingFirm')}
        withAsterisk
        {...form.getInputProps('firm_id')}
        value={firm_id === '' ? null : firm_id}
        onChange={(id) => form.setValues({ firm_id: id ?? '', client_ids: [] })}
      />
      <MultiSelect
        size="md"
        label={t('auditors.clients')}
        description={t('auditors.clientsHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={(data?.clients ?? []).map((each) => ({ value: each.id, label: companyName(each) }))}
        disabled={firm_id === ''}
        searchable
        clearable
        {...form.getInputProps('client_ids')}
      />
      <Textarea
        size="md"
        label={t('auditors.purpose')}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
        data-wide
        {...form.getInputProps('purpose')}
      />
    </Section>
  );
};
