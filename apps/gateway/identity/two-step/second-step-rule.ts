import type { Installation } from '../../platform/hosting/installation';

/** Whether the administrator asks everybody of that role for a second factor. */
export const isSecondStepRequired = ({ access }: Installation, userId: string): boolean => {
  const role = access.user(userId)?.role;
  return role !== undefined && access.settings().two_step_required.includes(role);
};
