import { useTranslation } from 'react-i18next';
import { Button, TextInput } from '@mantine/core';
import { z } from 'zod';
import { RecoveryCode, TotpCode, type FactorMethod } from '@dosar/contracts';
import { useSentence } from '../../platform/faults';
import { usePatientForm, useRules } from '../forms/forms';
import { Refused } from '../../platform/refusals';
import { usePending } from '../../platform/pending';
import classes from './code-form.module.css';

const BODIES = { totp: z.object({ code: TotpCode }), recovery: z.object({ code: RecoveryCode }) } as const;

type Props = {
  readonly method: Exclude<FactorMethod, 'passkey'>;
  /** @throws Refused, Unreachable: the typed code then stays. */
  readonly onCode: (code: string) => Promise<void>;
  readonly action?: string;
};

/** Asks for a code of the authenticator, or a recovery code. */
export const CodeForm = ({ method, onCode, action }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [busy, run] = usePending();
  const form = usePatientForm({ initialValues: { code: '' }, validate: useRules(BODIES[method]) });
  const refuse = (error: unknown) => {
    const said = error instanceof Refused ? error.problem.fields?.['code'] : undefined;
    form.setFieldError('code', said ?? sentence(error));
  };
  const submit = form.onSubmit(({ code }) => run(() => onCode(code).catch(refuse)));
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={t(`credentials.code.${method}`)}
        inputMode={method === 'totp' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        data-autofocus
        {...form.getInputProps('code')}
      />
      <Button type="submit" size="md" loading={busy} fullWidth>
        {action ?? t('credentials.verify')}
      </Button>
    </form>
  );
};
