import type { Installation } from '../../platform/hosting/installation';

/** Whether the settings require a second factor for the user's role; of auditors it is always required. */
export const isSecondStepRequired = ({ access }: Installation, userId: string): boolean => {
  const role = access.user(userId)?.role;
  if (role === undefined) return false;
  return role === 'auditor' || access.settings().two_step_required.includes(role);
};
