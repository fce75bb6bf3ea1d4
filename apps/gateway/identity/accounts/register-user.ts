import { usersApi, type InputOf, type Role } from '@dosar/contracts';
import { user } from '@dosar/domain/identity/user.decider';
import { users } from '@dosar/domain/identity/users.projector';
import type { Call } from '../../platform/access/call';
import { named } from '../../platform/http/json';
import { taken } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import type { Write } from '../../platform/writes/writes';
import { Accounts } from './accounts';
import { Credentials } from './credentials';
import { UserPresenter } from './user-presenter';
import { withoutPassword } from './without-password';

type Details = Omit<InputOf<typeof usersApi.create>['body'], 'role'> & { readonly role: Role };

export const registerUser = useCase(usersApi.create, async ({ body: details }, context) => {
  const { call, writes, use } = context;
  const write = await writes.begin(call, withoutPassword(details));
  await mustBeFit(context, details, write);
  const userId = await registerWith(context, write, details);
  return named('user', use(UserPresenter).asJson(await write.row(users, userId)));
});

/** Makes the account that a request describes, also as a part of it. @returns its id. @throws Problem */
export const registerWith = async ({ call, use }: UseCaseContext, write: Write, details: Details): Promise<string> => {
  const { userId, credentialId } = await reserved(use(Credentials), write, details);
  await use(Accounts).placing(details, userId, (place) => {
    const data = { ...registered(details, call), credentialId, ...place };
    return write.handle(user, userId, { type: 'RegisterUser', data });
  });
  return userId;
};

/** @throws Problem when its role and place do not match, or its password is easy to guess */
const mustBeFit = async ({ use }: UseCaseContext, details: Details, write: Write<Call>): Promise<void> => {
  use(Accounts).placeOf(details, write.idFor('user'));
  const { email, password } = details;
  // the first password comes from the environment, chosen by whoever installs Dosar, and is accepted as it is
  if (password !== undefined && write.call.actor) await use(Credentials).mustBeHardToGuess(password, email, 'password');
};

/**
 * Reserves the e-mail, and stores the password if given, before the event that names them. @throws Problem when the e-mail
 * is taken
 */
const reserved = async (credentials: Credentials, write: Write, { email, password }: Details) => {
  const userId = write.idFor('user');
  if (!(await credentials.reserve(email, userId))) throw taken('email');
  if (password === undefined) return { userId, credentialId: null };
  const credentialId = write.idFor('credential');
  await credentials.store(userId, credentialId, password);
  return { userId, credentialId };
};

const registered = ({ role, name, email, phone = null, language }: Details, call: Call) => ({
  role,
  name,
  email,
  phone,
  language: language ?? call.language,
});
