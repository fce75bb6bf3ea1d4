import { clientsApi, type InputOf } from '@dosar/contracts';
import { drive } from '@dosar/domain/files/drive.decider';
import { client } from '@dosar/domain/identity/client.decider';
import { clients } from '@dosar/domain/identity/clients.projector';
import type { Installation } from '../../platform/hosting/installation';
import { Problem, taken, wrongField } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import type { Write } from '../../platform/writes/writes';
import { Credentials } from '../accounts/credentials';
import { registerWith } from '../accounts/register-user';
import { Reservations } from '../reservations/reservations';
import { ofFirm } from './assignments';
import { Cuis } from './cuis';

type Details = InputOf<typeof clientsApi.create>['body'];

/** A client, and what it begins with: all that may be refused is looked at before anything is written. */
export const registerClient = useCase(clientsApi.create, async ({ body: details }, context) => {
  const { call, writes } = context;
  accountantsFor(context.installation, details);
  const write = await writes.begin(call, details);
  const id = await withUser(context, write, details, () => register(context, write, details));
  await makeFolders(write, id, details.structure_year);
  return write.reply('client', clients, id);
});

const makeFolders = async (write: Write, id: string, year: number | undefined): Promise<void> => {
  if (year === undefined) return;
  const command = { type: 'CreateStructure', data: { parentId: null, year } } as const;
  await write.handleWhole('structure', drive, id, command);
};

/** Its user's e-mail is reserved before, and their account made after it. @throws Problem when the e-mail is taken */
const withUser = async (
  context: UseCaseContext,
  write: Write,
  { user: person }: Details,
  work: () => Promise<string>,
): Promise<string> => {
  if (person === undefined) return work();
  const own = write.sub('user');
  const userId = own.idFor('user');
  const credentials = context.use(Credentials);
  if (!(await credentials.reserve(person.email, userId))) throw taken('user.email');
  const client_id = await work().catch(async (error: unknown) => {
    // only what is refused is over: after an outage, or by an earlier call with this key, the account may be theirs
    const isOver = error instanceof Problem && (await credentials.stateOf(userId)).role === null;
    if (isOver) await credentials.release(person.email, userId);
    throw error;
  });
  await registerWith(context, own, { role: 'user', ...person, client_id });
  return client_id;
};

const register = ({ installation, use }: UseCaseContext, write: Write, details: Details): Promise<string> => {
  const id = write.idFor('client');
  const data = registered(details);
  const append = async () => {
    // looked at again, now that all is known that was written before
    const accountants = accountantsFor(installation, details);
    await write.handle(client, id, { type: 'RegisterClient', data });
    if (accountants.length > 0)
      await write.sub('accountants').handle(client, id, { type: 'AssignAccountants', data: { accountants } });
    return id;
  };
  const { firmId } = data;
  return use(Cuis).giving({ id, firmId }, data.cui, () => use(Reservations).holding(['members', firmId], append));
};

/** The accountants that it begins with. @throws Problem when there is no such firm, or one of them is not of it */
const accountantsFor = (installation: Installation, { firm_id: firmId, accountant_ids }: Details) => {
  if (!installation.access.firm(firmId)) throw wrongField('firm_id', 'unknown_id');
  return ofFirm(installation, firmId, accountant_ids ?? [], []);
};

const registered = (details: Details) => ({
  firmId: details.firm_id,
  cui: details.cui,
  societate: details.societate,
  registrulComertului: details.registrulComertului ?? null,
  dataInregistrarii: details.dataInregistrarii ?? null,
  impozit: details.impozit,
  platitorTva: details.platitor_tva,
  reprezentant: details.reprezentant ?? null,
  phone: details.phone ?? null,
  email: details.email ?? null,
  companyEmail: details.company_email ?? null,
  address: details.address ?? null,
  quota: details.quota,
});
