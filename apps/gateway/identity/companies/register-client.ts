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

/** A client, and what it begins with: all that may be refused is refused before anything is written. */
export const registerClient = useCase(clientsApi.create, async ({ body: details }, context) => {
  const { call, installation, writes } = context;
  mustHaveFirm(installation, details);
  const write = await writes.begin(call, details);
  const id = write.idFor('client');
  await withBelongings(context, write, details, () => register(context, write, id, details));
  return write.reply('client', clients, id);
});

/** Work that registers a client, with its user, accountants and folders. @throws Problem */
const withBelongings = async (
  context: UseCaseContext,
  write: Write,
  details: Details,
  work: () => Promise<string>,
): Promise<void> => {
  const accountants = ofFirm(context.installation, details.firm_id, details.accountant_ids ?? [], []);
  const id = await withUser(context, write, details, work);
  if (accountants.length > 0)
    await write.sub('accountants').handle(client, id, { type: 'AssignAccountants', data: { accountants } });
  if (details.structure_year !== undefined) await makeStructure(write, id, details.structure_year);
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

const register = (
  { installation, use }: UseCaseContext,
  write: Write,
  id: string,
  details: Details,
): Promise<string> => {
  const data = registered(details);
  const append = async () => {
    mustHaveFirm(installation, details);
    await write.handle(client, id, { type: 'RegisterClient', data });
    return id;
  };
  const { firmId } = data;
  return use(Cuis).giving({ id, firmId }, data.cui, () => use(Reservations).holding(['members', firmId], append));
};

/** Repeats the command until nothing is missing, since one append has a limited number of folders. */
const makeStructure = async (write: Write, id: string, year: number): Promise<void> => {
  const data = { parentId: null, year };
  for (let part = 0, made = 1; made > 0; part += 1)
    made = (await write.sub(`structure ${part}`).handleMany(drive, id, { type: 'CreateStructure', data })).types.length;
};

/** @throws Problem */
const mustHaveFirm = (installation: Installation, { firm_id: firmId }: Details): void => {
  if (!installation.access.firm(firmId)) throw wrongField('firm_id', 'unknown_id');
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
