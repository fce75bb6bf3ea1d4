import { useTranslation } from 'react-i18next';
import type { User } from '@dosar/contracts';
import { Chip } from '../../ui/chip';

type State = 'active' | 'inactive' | 'invited';

const stateOf = ({ status, invited_at }: User): State =>
  status === 'active' && invited_at !== null ? 'invited' : status;

const TONES = { active: 'done', inactive: 'plain', invited: 'busy' } as const;

export const useStateText = (): ((user: User) => string) => {
  const { t } = useTranslation();
  return (user) => t(`states.${stateOf(user)}`);
};

/** Whether somebody can sign in, cannot, or has not yet chosen a password. */
export const UserState = ({ user }: { readonly user: User }) => {
  const text = useStateText();
  return <Chip tone={TONES[stateOf(user)]}>{text(user)}</Chip>;
};
