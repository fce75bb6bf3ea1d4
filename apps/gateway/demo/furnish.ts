import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Client, Firm, Folder, Role, User } from '@dosar/contracts';
import { askedOnce, randomOf } from '@dosar/kernel';
import { monthKey } from '@dosar/domain/files/accounting-structure';
import { client as clientDecider } from '@dosar/domain/identity/client.decider';
import { CreateAccountingStructure } from '../files/folders.handler';
import { RunBulk } from '../files/bulk.handler';
import { Uploads } from '../files/uploads';
import { RegisterClient } from '../identity/clients.handler';
import { RegisterFirm } from '../identity/firms.handler';
import { Sessions } from '../identity/sessions';
import { RegisterUser } from '../identity/users.handler';
import { Call } from '../platform/call';
import { Commands } from '../platform/commands';
import type { Installation } from '../platform/installation';
import type { Json } from '../platform/json';
import { DEMO_ADMIN, DEMO_FIRMS, DEMO_MONTH } from './workspace';

export type Account = { readonly email: string; readonly password: string; readonly role: Role };

const ACCOUNTS = 'demo/accounts';

/**
 * Gives an empty log its first inhabitants: the administrator of the configuration, or a whole workspace to look at. All
 * of it is made by the commands that people use, so its history is a real one.
 * @returns the accounts of the workspace; none when there is no workspace.
 */
export const furnish = async (app: NestFastifyApplication, installation: Installation): Promise<readonly Account[]> => {
  const { config, ports } = installation;
  if ((await ports.events.head()) === null) {
    const bus = app.get(CommandBus);
    if (config.admin)
      await bus.execute(new RegisterUser({ role: 'admin', name: 'Administrator', ...config.admin }, nobody()));
    if (config.demo) {
      const accounts = await new Furnisher(app, installation).furnish();
      await ports.vault.putIfAbsent(ACCOUNTS, JSON.stringify(accounts));
    }
  }
  const kept = await ports.vault.get(ACCOUNTS);
  return kept === null ? [] : (JSON.parse(kept) as Account[]);
};

/** Nobody's request: what the installation does by itself. */
const nobody = () => new Call({ headers: {}, ip: null });

/** The same for all accounts of one workspace, and for no other workspace. */
const newPassword = () => `Dosar-${randomOf(4).toString('hex')}-2026`;

const documents = (): string => {
  // beside the sources, or beside the bundle made of them
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, 'documents'), join(here, '../demo/documents')].find((folder) => existsSync(folder))!;
};

class Furnisher {
  private readonly bus: CommandBus;
  private readonly commands: Commands;
  private readonly sessions: Sessions;
  private readonly uploads: Uploads;
  private readonly password = newPassword();
  private readonly accounts: Account[] = [];
  private readonly folder = documents();
  private readonly names = readdirSync(this.folder);

  constructor(
    app: NestFastifyApplication,
    private readonly installation: Installation,
  ) {
    this.bus = app.get(CommandBus);
    this.commands = app.get(Commands);
    this.sessions = app.get(Sessions, { strict: false });
    this.uploads = app.get(Uploads, { strict: false });
  }

  async furnish(): Promise<readonly Account[]> {
    if (!this.installation.config.admin) await this.person('admin', DEMO_ADMIN, {});
    for (const { accountants, clients, ...details } of DEMO_FIRMS) {
      const firm = await this.made<Firm>('firm', new RegisterFirm({ ...details, accountant_scope: 'firm' }, nobody()));
      const ids = new Map<string, string>();
      for (const each of accountants)
        ids.set(each.email, (await this.person('accountant', each, { firm_id: firm.id })).id);
      for (const each of clients) await this.company(firm, each, ids.get(each.accountant)!);
    }
    return this.accounts;
  }

  private async company(firm: Firm, details: (typeof DEMO_FIRMS)[number]['clients'][number], accountantId: string) {
    const { person, accountant: _, papers, ...company } = details;
    const about = {
      ...company,
      firm_id: firm.id,
      reprezentant: person.name,
      phone: person.phone,
      email: person.email,
      quota: 0,
    };
    const client = await this.made<Client>('client', new RegisterClient(about, nobody()));
    const user = await this.person('user', person, { client_id: client.id });
    const tenant = { firmId: firm.id, clientId: client.id };
    const assign = { type: 'AssignAccountants', data: { accountantIds: [accountantId] } } as const;
    await this.commands.submit(clientDecider, client.id, assign, nobody(), tenant, askedOnce());

    const byAccountant = await this.signedIn(accountantId);
    const { folders } = JSON.parse(
      (
        await this.bus.execute(
          new CreateAccountingStructure({ client_id: client.id, year: DEMO_MONTH.year }, byAccountant),
        )
      ).text,
    ) as { folders: Folder[] };
    const month = folders.find(({ category_key }) => category_key === monthKey(DEMO_MONTH.year, DEMO_MONTH.month))!;

    const byUser = await this.signedIn(user.id);
    const uploaded: string[] = [];
    for (const [start, key] of papers) {
      const folder = folders.find((each) => each.parent_folder_id === month.id && each.category_key === key)!;
      for (const name of this.names.filter((each) => each.startsWith(start)))
        uploaded.push(await this.upload(byUser, name, client.id, folder.id));
    }
    const request = {
      kind: 'status',
      client_id: client.id,
      file_ids: uploaded.slice(0, 1),
      process_state: 'processed',
    } as const;
    await this.bus.execute(new RunBulk({ ...request, accounting_status: 'accounting_completed' }, byAccountant));
    await this.sessions.signOut(byUser);
    await this.sessions.signOut(byAccountant);
  }

  private async upload(call: Call, name: string, client_id: string, folder_id: string): Promise<string> {
    const place = join(this.folder, name);
    const received = await this.uploads.receive(name, createReadStream(place), statSync(place).size);
    return (JSON.parse(await this.uploads.keep(call, received, { client_id, folder_id })) as { id: string }).id;
  }

  private async person(role: Role, person: { name: string; email: string; phone: string }, of: object): Promise<User> {
    this.accounts.push({ role, email: person.email, password: this.password });
    return this.made<User>('user', new RegisterUser({ role, password: this.password, ...person, ...of }, nobody()));
  }

  /** A call of somebody who has signed in for it. */
  private async signedIn(userId: string): Promise<Call> {
    const call = nobody();
    await this.sessions.open(call, userId, { method: 'password', secondFactor: null });
    return call;
  }

  private async made<T>(name: string, command: RegisterFirm | RegisterClient | RegisterUser): Promise<T> {
    const { text }: Json = await this.bus.execute(command);
    return (JSON.parse(text) as Record<string, T>)[name]!;
  }
}
