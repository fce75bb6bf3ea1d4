import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Checkbox, Radio } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CuiCheck, MemberRole, type Settings } from '@dosar/contracts';
import { EditForm } from '../../ui/forms/edit-form';
import { EntryPage } from '../../ui/forms/entry-page';
import { Section } from '../../ui/forms/section';
import { changeSettings } from './portal.mutations';
import { settings } from './portal.queries';
import classes from './portal-settings.module.css';

/** What holds for the whole installation. */
export const PortalSettingsScreen = () => {
  const { t } = useTranslation();
  const asked = useQuery(settings());
  return (
    <EntryPage asked={asked} page={t('portal.page')} title={t('portal.title')} text={t('portal.text')}>
      {asked.data && <SettingsForm settings={asked.data.settings} />}
    </EntryPage>
  );
};

/** In the order of the roles, so that the same choice is the same text. */
const inOrder = ({ two_step_required, cui_check }: Settings): Settings => ({
  two_step_required: MemberRole.options.filter((role) => two_step_required.includes(role)),
  cui_check,
});

const SettingsForm = ({ settings: known }: { readonly settings: Settings }) => {
  const { t } = useTranslation();
  const form = useForm<Settings>({ initialValues: inOrder(known) });
  const { mutateAsync } = useMutation(changeSettings());
  const save = async (body: Settings) => inOrder((await mutateAsync({ body })).settings);
  const { two_step_required: required, cui_check } = form.values;
  const require = (role: MemberRole, isOn: boolean) => {
    const roles = MemberRole.options.filter((each) => (each === role ? isOn : required.includes(each)));
    form.setFieldValue('two_step_required', roles);
  };
  return (
    <EditForm form={form} save={save}>
      <Section title={t('portal.twoStep')} hint={t('portal.twoStepHint')}>
        <div className={classes.options} role="group" aria-label={t('portal.twoStep')} data-wide>
          {MemberRole.options.map((role) => (
            <Checkbox
              key={role}
              label={t(`roles.${role}`)}
              checked={required.includes(role)}
              onChange={({ currentTarget }) => require(role, currentTarget.checked)}
            />
          ))}
        </div>
      </Section>
      <Section title={t('portal.cuiCheck')} hint={t('portal.cuiCheckHint')}>
        <Radio.Group
          aria-label={t('portal.cuiCheck')}
          value={cui_check}
          onChange={(value) => form.setFieldValue('cui_check', CuiCheck.parse(value))}
          data-wide
        >
          <div className={classes.options}>
            {CuiCheck.options.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`portal.checks.${value}.label`)}
                description={t(`portal.checks.${value}.text`)}
              />
            ))}
          </div>
        </Radio.Group>
      </Section>
    </EditForm>
  );
};
