import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Button, Group, TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { authApi, type Me } from '@dosar/contracts';
import { usePatientForm, useRules, typedIn } from '../../ui/forms/forms';
import { toasts } from '../../platform/toasts';
import { Card } from '../../ui/card';
import { Message } from '../../ui/message';
import { UnsavedGuard } from '../../ui/unsaved-guard';
import { useSending } from '../../ui/forms/sending';
import { changeMe } from './account.mutations';
import { useUnfinished } from '../../ui/forms/unfinished';
import classes from './form.module.css';

const valuesOf = ({ name, phone }: Pick<Me, 'name' | 'phone'>) => ({ name: name ?? '', phone: phone ?? '' });

/** Name and phone; the e-mail is the administrator's to change. */
export const Profile = ({ user }: { readonly user: Me }) => {
  const { t } = useTranslation();
  const form = usePatientForm({
    initialValues: valuesOf(user),
    validate: useRules(authApi.changeMe.body),
  });
  useUnfinished('profile', form);
  useDocumentTitle(t('account.profile.page'));
  const { mutateAsync: change } = useMutation(changeMe());
  const save = async (body: typeof form.values) => {
    const kept = valuesOf((await change({ body })).user);
    form.setValues(kept);
    form.resetDirty(kept);
    toasts.show({ type: 'success', title: t('account.profile.saved') });
  };
  const { submit, busy, refusal, fault } = useSending(form, save, 'form.notSaved');
  const isDirty = form.isDirty();
  return (
    <Card title={t('account.profile.title')} text={t('account.profile.text')}>
      <UnsavedGuard isDirty={() => isDirty && !busy} />
      <form className={classes.form} onSubmit={submit} noValidate>
        {refusal && (
          <Message tone="error" error={fault}>
            {refusal}
          </Message>
        )}
        <TextInput
          label={t('account.profile.name')}
          autoComplete="name"
          {...form.getInputProps('name')}
          onChange={({ currentTarget }) => form.setFieldValue('name', typedIn(currentTarget))}
        />
        <TextInput
          type="tel"
          label={t('account.profile.phone')}
          description={t('account.profile.phoneHint')}
          autoComplete="tel"
          {...form.getInputProps('phone')}
        />
        <TextInput
          label={t('fields.email')}
          description={t('account.profile.emailHint')}
          value={user.email ?? ''}
          variant="filled"
          readOnly
        />
        <Group justify="flex-end" gap="sm">
          {isDirty && (
            <Button variant="default" onClick={form.reset}>
              {t('parts.cancel')}
            </Button>
          )}
          <Button type="submit" loading={busy} disabled={!isDirty}>
            {t('account.save')}
          </Button>
        </Group>
      </form>
    </Card>
  );
};
