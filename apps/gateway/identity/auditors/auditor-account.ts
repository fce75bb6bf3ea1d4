import type { InputOf, mandatesApi } from '@dosar/contracts';
import { user } from '@dosar/domain/identity/user.decider';
import { taken, wrongField } from '../../platform/http/problem';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import type { Write } from '../../platform/writes/writes';
import { Credentials } from '../accounts/credentials';
import { registerWith } from '../accounts/register-user';

type Body = InputOf<typeof mandatesApi.appoint>['body'];
type Appointing = {
  readonly write: Write;
  /** The id of the mandate. */
  readonly id: string;
  /** Whose the e-mail is. */
  readonly owner: string | null;
};

/**
 * The account of somebody who is appointed: a new one, which is invited, or that of an auditor whose mandate has ended.
 * @throws Problem when the e-mail is somebody else's, or they have an open mandate
 */
export const accountFor = async (
  context: UseCaseContext,
  { write, id, owner }: Appointing,
  { email, name, language }: Body,
): Promise<string> => {
  const { installation, call, use } = context;
  if (owner === null || owner === write.idFor('user'))
    return registerWith(context, write, { role: 'auditor', name, email, language });
  const known = installation.access.user(owner);
  if (known?.role !== 'auditor') throw taken('email');
  // the same request once more
  if (known.mandate?.id === id) return owner;
  if (known.mandate) throw wrongField('email', 'open_mandate');
  const data = { name, status: 'active', assignments: [], anotherStays: false } as const;
  await write.handle(user, owner, { type: 'ChangeUser', data });
  const { credentialId } = await use(Credentials).stateOf(owner);
  const invitation = { type: 'InviteUser', data: { language: language ?? call.language } } as const;
  if (credentialId === null) await write.sub('invitation').handle(user, owner, invitation);
  return owner;
};
