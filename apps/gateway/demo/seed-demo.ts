import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandBus, type Command } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Client, Firm, Folder, Role, User } from '@dosar/contracts';
import { notWritten, randomOf, updateIn, type Vault } from '@dosar/kernel/runtime';
import { monthKey } from '@dosar/domain/files/accounting-structure';
import { client as clientDecider } from '@dosar/domain/identity/client.decider';
import { sendMessage } from '../conversations/send-message';
import { createAccountingStructure } from '../files/tree/create-structure';
import { changeStatus } from '../files/bulk/run-bulk';
import { Uploads } from '../files/uploads/uploads';
import { registerClient } from '../identity/companies/register-client';
import { Credentials } from '../identity/accounts/credentials';
import { registerFirm } from '../identity/companies/change-firms';
import { Sessions } from '../identity/sign-in/sessions';
import { registerUser } from '../identity/accounts/register-user';
import { Call } from '../platform/access/call';
import type { Installation } from '../platform/hosting/installation';
import type { Json } from '../platform/http/json';
import { Writes } from '../platform/writes/writes';
import { untilThere } from './until-there';
import { DEMO_ADMIN, DEMO_FIRMS, DEMO_MONTH } from './workspace';

export type Account = { readonly email: string; readonly password: string; readonly role: Role };

/** Place in the vault for the parameters of the workspace, so that an interrupted one is continued in the same way. */
const PLACE = 'demo';
type Demo = { readonly password: string; readonly isDone: boolean };

export const readDemo = async (vault: Vault): Promise<Demo | null> => {
  const kept = await vault.get(PLACE);
  return kept === null ? null : (JSON.parse(kept) as Demo);
};

/** One password for all accounts of a workspace, different in each workspace. */
const newPassword = () => `Dosar-${randomOf(4).toString('hex')}-2026`;

/** Registers the configured administrator when there is no user yet. @returns whether there was none */
export const registerAdministrator = async (
  app: NestFastifyApplication,
  { config, access, log }: Installation,
): Promise<boolean> => {
  const isNew = notWritten(log) === null && access.all('user').next().done === true;
  if (config.admin === null || !isNew) return isNew;
  const call = Call.ofInstallation('administrator');
  const body = { role: 'admin', name: 'Administrator', ...config.admin } as const;
  await app.get(CommandBus).execute(registerUser.message({ body }, call));
  await access.reach(call.work.written!);
  return true;
};

/**
 * Creates a demo workspace in an empty installation, or continues an interrupted one, by the commands that people use, so
 * that its history is real.
 * @returns its accounts; none when there is no workspace.
 */
export const seedDemo = async (
  app: NestFastifyApplication,
  installation: Installation,
  wasNew: boolean,
): Promise<readonly Account[]> => {
  const { config, ports, log, logger } = installation;
  const { vault } = ports;
  if (wasNew && config.demo) await vault.putIfAbsent(PLACE, JSON.stringify({ password: newPassword(), isDone: false }));
  const demo = await readDemo(vault);
  if (!demo) return [];
  if (!demo.isDone && notWritten(log) === null) {
    logger.info('the demo is being made');
    await new DemoWorkspace(app, installation, demo.password).make();
    await updateIn(vault, PLACE, () => JSON.stringify({ ...demo, isDone: true } satisfies Demo));
    logger.info('the demo is made');
  }
  return accountsOf(installation, demo.password);
};

const accountsOf = ({ config }: Installation, password: string): readonly Account[] => {
  const as = (role: Role, { email }: { readonly email: string }) => ({ role, email, password });
  const ofFirms = DEMO_FIRMS.flatMap(({ accountants, clients }) => [
    ...accountants.map((each) => as('accountant', each)),
    ...clients.map(({ person }) => as('user', person)),
  ]);
  return config.admin ? ofFirms : [as('admin', DEMO_ADMIN), ...ofFirms];
};

const documents = (): string => {
  // beside the sources, or beside the bundle
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, 'documents'), join(here, '../demo/documents')].find((folder) => existsSync(folder))!;
};

/** A further call of a signed-in user, under an idempotency key. */
const as = ({ actor }: Call, key: string): Call => {
  const call = Call.ofInstallation(`demo ${key}`);
  call.actor = actor;
  return call;
};

/** Each step has a key of its own and waits for what it wrote, so a completed step is not repeated. */
class DemoWorkspace {
  private readonly bus: CommandBus;
  private readonly writes: Writes;
  private readonly sessions: Sessions;
  private readonly credentials: Credentials;
  private readonly uploads: Uploads;
  private readonly folder = documents();
  private readonly names = readdirSync(this.folder);

  constructor(
    app: NestFastifyApplication,
    private readonly installation: Installation,
    private readonly password: string,
  ) {
    this.bus = app.get(CommandBus);
    this.writes = app.get(Writes);
    this.sessions = app.get(Sessions, { strict: false });
    this.credentials = app.get(Credentials, { strict: false });
    this.uploads = app.get(Uploads, { strict: false });
  }

  async make(): Promise<void> {
    if (!this.installation.config.admin) await this.person('admin', DEMO_ADMIN, {});
    for (const { accountants, clients, ...details } of DEMO_FIRMS) {
      const body = { ...details, accountant_scope: 'firm' } as const;
      const firm = await this.made<Firm>('firm', details.name, (call) => registerFirm.message({ body }, call));
      const ids = new Map<string, string>();
      for (const each of accountants)
        ids.set(each.email, (await this.person('accountant', each, { firm_id: firm.id })).id);
      for (const each of clients) await this.company(firm, each, ids.get(each.accountant)!);
    }
  }

  private async company(firm: Firm, details: (typeof DEMO_FIRMS)[number]['clients'][number], accountantId: string) {
    const { person, accountant: _, papers, talk = [], ...company } = details;
    const about = {
      ...company,
      firm_id: firm.id,
      reprezentant: person.name,
      phone: person.phone,
      email: person.email,
      quota: 0,
    };
    const client = await this.made<Client>('client', company.cui, (call) =>
      registerClient.message({ body: about }, call),
    );
    const { id: userId } = await this.person('user', person, { client_id: client.id });
    await this.assign(client, accountantId);

    const accountant = await this.signedIn(accountantId);
    const years = { client_id: client.id, year: DEMO_MONTH.year };
    const { folders } = await this.answered<{ folders: Folder[] }>(
      () => as(accountant, `structure ${client.id}`),
      (call) => createAccountingStructure.message({ body: years }, call),
    );
    const month = folders.find(({ category_key }) => category_key === monthKey(DEMO_MONTH.year, DEMO_MONTH.month))!;

    const user = await this.signedIn(userId);
    const uploaded: string[] = [];
    for (const [start, key] of papers) {
      const folder = folders.find((each) => each.parent_folder_id === month.id && each.category_key === key)!;
      for (const name of this.names.filter((each) => each.startsWith(start)))
        uploaded.push(await this.upload(user, name, client.id, folder.id));
    }
    const request = {
      client_id: client.id,
      file_ids: uploaded.slice(0, 1),
      process_state: 'processed',
    } as const;
    const status = { ...request, accounting_status: 'accounting_completed' } as const;
    await this.answered(
      () => as(accountant, `status ${client.id}`),
      (call) => changeStatus.message({ body: status }, call),
    );
    for (const [at, [by, text]] of talk.entries())
      await this.answered(
        () => as(by === 'client' ? user : accountant, `message ${client.id} ${at}`),
        (call) => sendMessage.message({ params: { id: client.id }, body: { text, attachment_tokens: [] } }, call),
      );
    await this.sessions.signOut(user);
    await this.sessions.signOut(accountant);
  }

  private async assign({ id }: Client, accountantId: string): Promise<void> {
    const call = Call.ofInstallation(`assign ${id}`);
    const userRevision = this.installation.access.user(accountantId)!.placeRevision;
    const command = { type: 'AssignAccountants', data: { accountants: [{ accountantId, userRevision }] } } as const;
    await (await this.writes.begin(call, null)).handle(clientDecider, id, command);
    await this.visible(call);
  }

  private async upload(user: Call, name: string, client_id: string, folder_id: string): Promise<string> {
    const place = join(this.folder, name);
    const received = await this.uploads.receive(name, createReadStream(place), statSync(place).size);
    const call = as(user, `upload ${folder_id} ${name}`);
    const { id } = JSON.parse(await this.uploads.keep(call, received, { client_id, folder_id })) as { id: string };
    await this.visible(call);
    return id;
  }

  private person(role: Role, person: { name: string; email: string; phone: string }, of: object): Promise<User> {
    const details = { role, password: this.password, ...person, ...of };
    return this.made<User>('user', person.email, (call) => registerUser.message({ body: details }, call));
  }

  /** A call of a signed-in user. */
  private async signedIn(userId: string): Promise<Call> {
    const call = new Call({ headers: {}, ip: null });
    const { credentialId } = await this.credentials.stateOf(userId);
    await this.sessions.open(call, { userId, method: 'password', secondFactor: null, credentialId: credentialId! });
    await this.visible(call);
    return call;
  }

  private async made<T>(name: string, key: string, commandOf: (call: Call) => Command<Json>): Promise<T> {
    const answer = await this.answered<Record<string, T>>(() => Call.ofInstallation(`demo ${name} ${key}`), commandOf);
    return answer[name]!;
  }

  /**
   * The answer to a command, repeated under its key until the answer includes everything it wrote.
   * @throws Unavailable
   */
  private answered<T>(callOf: () => Call, commandOf: (call: Call) => Command<Json>): Promise<T> {
    return untilThere(async () => {
      const call = callOf();
      const { text } = await this.bus.execute(commandOf(call));
      const isAll = !call.work.stale;
      await this.visible(call);
      return isAll ? (JSON.parse(text) as T) : null;
    });
  }

  /** Waits until the views include what was written, as a browser does. @throws Unavailable */
  private async visible(call: Call): Promise<void> {
    if (call.work.written === null) return;
    await this.installation.access.reach(call.work.written);
    await untilThere(async () => {
      call.work.stale = false;
      await this.writes.visible(call);
      return call.work.stale ? null : call;
    });
  }
}
