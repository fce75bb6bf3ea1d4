import { usersApi, type InputOf, type Role } from '@dosar/contracts';
import { user } from '@dosar/domain/identity/user.decider';
import { users } from '@dosar/domain/identity/users.projector';
import { wrongField } from '../../platform/http/problem';
import { named } from '../../platform/http/json';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import type { Write } from '../../platform/writes/writes';
import { Accounts, type Account, type Membership, type AccountPlace } from './accounts';
import { Credentials } from './credentials';
import { UserPresenter } from './user-presenter';
import { withoutPassword } from './without-password';

type Changes = InputOf<typeof usersApi.change>['body'];

export const changeUser = useCase(usersApi.change, async ({ params: { id }, body: changes }, context) => {
  const { call, writes, use } = context;
  const before = use(Accounts).must(id);
  mustSuit(before, changes);
  const write = await writes.begin(call, { id, ...withoutPassword(changes) });
  await changePlaced(context, write, before, changes);
  return named('user', use(UserPresenter).asJson(await write.row(users, id)));
});

/** What an auditor may do ends with the mandate, and nobody else becomes one. @throws Problem */
const mustSuit = ({ role, mandate }: Account, changes: Changes): void => {
  if (role !== 'auditor') return;
  if (changes.role !== undefined) throw wrongField('role', 'mandate_only');
  if (changes.status === 'active' && !mandate) throw wrongField('status', 'mandate_only');
};

const changePlaced = async (
  context: UseCaseContext,
  write: Write,
  before: Account,
  changes: Changes,
): Promise<void> => {
  const { use } = context;
  const { id } = before;
  const isRemoved = (changes.role ?? before.role) !== 'admin' || changes.status === 'inactive';
  const wanted = wantedOf(before, changes);
  const change = (place: Partial<Membership>) =>
    use(Accounts).keepingOne(id, isRemoved, (anotherStays) =>
      changed(
        context,
        write,
        { id, ...changes },
        { ...(changes.role && { role: changes.role }), ...place, anotherStays },
      ),
    );
  await (wanted ? use(Accounts).placing(wanted, id, change) : change({}));
};

const changed = async (
  { use }: UseCaseContext,
  write: Write,
  { id, email, password, name, phone, status, two_step }: Changes & { readonly id: string },
  after: Partial<Membership & { readonly role: Role }> & { readonly anotherStays: boolean },
): Promise<void> => {
  const credentialId = write.idFor('credential');
  const data = {
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
    ...(status !== undefined && { status }),
    ...(password !== undefined && { credentialId }),
    ...(two_step === false && { twoStepEnds: true }),
    ...after,
    assignments: use(Accounts).assignments(id),
  };
  await use(Credentials).changing(id, { email, password, credentialId }, () =>
    write.handle(user, id, { type: 'ChangeUser', data }),
  );
};

/**
 * The account's place after the change, null when it stays: this gateway may lag, and a role that ended must not come back
 * with a change of name. An account whose client is deleted can be changed without choosing another.
 */
const wantedOf = (before: Account, changes: Changes): AccountPlace | null => {
  if ([changes.role, changes.firm_id, changes.client_id].every((each) => each === undefined)) return null;
  const role = changes.role ?? before.role;
  const isSame = role === before.role;
  const place = {
    role,
    firm_id: changes.firm_id ?? (isSame ? (before.firmId ?? undefined) : undefined),
    client_id: changes.client_id ?? (isSame ? before.clientIds[0] : undefined),
  };
  const isPlaced = !isSame || role === 'admin' || place.firm_id !== undefined || place.client_id !== undefined;
  return isPlaced ? place : null;
};
