import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '@mantine/core';
import { Circle, CircleCheck, CircleDashed } from 'lucide-react';
import { holdsLocalPart, PASSWORD } from '@dosar/contracts';
import classes from './password-rules.module.css';

type Props = {
  readonly password: string;
  /** The e-mail of the future owner, where known. */ readonly email: string | null;
};

/** The rules of a password, ticked off while it is typed. */
export const PasswordRules = ({ password, email }: Props) => {
  const { t } = useTranslation();
  const rules = [
    { said: t('credentials.rules.length', { min: PASSWORD.min }), isMet: password.length >= PASSWORD.min },
    { said: t('credentials.rules.upper'), isMet: /\p{Lu}/u.test(password) },
    { said: t('credentials.rules.lower'), isMet: /\p{Ll}/u.test(password) },
    { said: t('credentials.rules.digit'), isMet: /\d/.test(password) },
    ...(email === null
      ? []
      : [{ said: t('credentials.rules.email'), isMet: password !== '' && !holdsLocalPart(password, email) }]),
  ];
  return (
    <ul className={classes.rules} aria-label={t('credentials.rules.label')}>
      {rules.map(({ said, isMet }) => (
        <li key={said} data-met={isMet}>
          {isMet ? <CircleCheck size={16} aria-hidden="true" /> : <Circle size={16} aria-hidden="true" />}
          {said}
          <VisuallyHidden>{isMet ? t('credentials.rules.met') : t('credentials.rules.unmet')}</VisuallyHidden>
        </li>
      ))}
      {/* the list of them is the server's */}
      <li>
        <CircleDashed size={16} aria-hidden="true" />
        {t('credentials.rules.common')}
      </li>
    </ul>
  );
};
