import type { Installation } from '../../platform/hosting/installation';

/** Whether the settings require a second factor for the user's role. */
export const isSecondStepRequired = ({ access }: Installation, userId: string): boolean => {
  const role = access.user(userId)?.role;
  return role !== undefined && access.settings().two_step_required.includes(role);
};
