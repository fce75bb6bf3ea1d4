import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FIRM_CATEGORIES, type Client, type Firm, type Folder, type Message } from '@dosar/contracts';
import { monthKey } from '@dosar/domain/files/accounting-structure';
import { sendMessage } from '../conversations/send-message';
import { changeStatus } from '../files/bulk/run-bulk';
import { addNote } from '../files/tree/add-note';
import { createAccountingStructure } from '../files/tree/create-structure';
import { registerClient } from '../identity/companies/register-client';
import { registerFirm } from '../identity/companies/change-firms';
import type { Call } from '../platform/access/call';
import { DEMO_YEAR, type Month, type State } from './papers';
import type { Steps } from './steps';
import { DEMO_ADMIN, DEMO_FIRMS, type Company } from './workspace';

const documents = (): string => {
  // beside the sources, or beside the bundle
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, 'documents'), join(here, '../demo/documents')].find((folder) => existsSync(folder))!;
};

type Uploaded = { readonly id: string; readonly name: string; readonly month: number; readonly state: State };
/** A client with the two who write about it, signed in. */
type Pair = { readonly client: Client; readonly user: Call; readonly accountant: Call };

const STATES = {
  processing: { process_state: 'processing' },
  processed: { process_state: 'processed' },
  booked: { accounting_status: 'accounting_completed' },
} as const;

/** The firms of the demo with their people, clients, documents and conversations. */
export class DemoWorkspace {
  private readonly documents = documents();

  constructor(private readonly steps: Steps) {}

  async make(): Promise<void> {
    if (!this.steps.installation.config.admin) await this.steps.person('admin', DEMO_ADMIN, {});
    for (const { accountants, clients, ...details } of DEMO_FIRMS) {
      const body = { ...details, accountant_scope: 'firm' } as const;
      const firm = await this.steps.made<Firm>('firm', details.name, (call) => registerFirm.message({ body }, call));
      const ids = new Map<string, string>();
      for (const each of accountants)
        ids.set(each.email, (await this.steps.person('accountant', each, { firm_id: firm.id })).id);
      for (const each of clients) await this.company(firm, each, ids.get(each.accountant)!);
    }
  }

  private async company(firm: Firm, company: Company, accountantId: string): Promise<void> {
    const { client, userId } = await this.registered(firm, company);
    await this.steps.assign(client.id, accountantId);
    const accountant = await this.steps.signedIn(accountantId);
    const user = await this.steps.signedIn(userId);
    const pair = { client, user, accountant };
    const sent = await this.send(pair, company.months);
    await this.review(pair, sent);
    await this.write(pair, company, sent);
    await this.steps.signOut(user);
    await this.steps.signOut(accountant);
  }

  private async registered(firm: Firm, { person, accountant: _, months, notes, talk, ...company }: Company) {
    const { name: reprezentant, phone, email } = person;
    const body = { ...company, firm_id: firm.id, reprezentant, phone, email, quota: 0 };
    const client = await this.steps.made<Client>('client', company.cui, (call) =>
      registerClient.message({ body }, call),
    );
    const { id: userId } = await this.steps.person('user', person, { client_id: client.id });
    return { client, userId };
  }

  /** The client sends its documents; what the firm fills itself comes from the accountant. */
  private async send({ client, user, accountant }: Pair, months: readonly Month[]): Promise<readonly Uploaded[]> {
    const body = { client_id: client.id, year: DEMO_YEAR };
    const { folders } = await this.steps.done<{ folders: Folder[] }>(accountant, `structure ${client.id}`, (call) =>
      createAccountingStructure.message({ body }, call),
    );
    const sent: Uploaded[] = [];
    for (const { from, month, papers } of months) {
      const top = folders.find(({ category_key }) => category_key === monthKey(DEMO_YEAR, month))!;
      for (const [key, state, ...starts] of papers) {
        const folder = folders.find((each) => each.parent_folder_id === top.id && each.category_key === key)!;
        const place = { client_id: client.id, folder_id: folder.id };
        for (const name of this.namesIn(from, starts)) {
          const by = FIRM_CATEGORIES.has(key) ? accountant : user;
          const id = await this.steps.upload(by, join(this.documents, from, name), place);
          sent.push({ id, name, month, state });
        }
      }
    }
    return sent;
  }

  private namesIn(from: string, starts: readonly string[]): readonly string[] {
    const names = readdirSync(join(this.documents, from)).sort();
    return starts.flatMap((start) => names.filter((name) => name.normalize('NFC').startsWith(start)));
  }

  private async review({ client, accountant }: Pair, sent: readonly Uploaded[]): Promise<void> {
    for (const [state, change] of Object.entries(STATES)) {
      const file_ids = sent.filter((each) => each.state === state).map(({ id }) => id);
      if (file_ids.length === 0) continue;
      const body = { client_id: client.id, file_ids, ...change };
      await this.steps.done(accountant, `${state} ${client.id}`, (call) => changeStatus.message({ body }, call));
    }
  }

  private async write(pair: Pair, { notes = [], talk = [] }: Company, sent: readonly Uploaded[]): Promise<void> {
    const { client, accountant } = pair;
    const byOf = (by: 'client' | 'accountant') => (by === 'client' ? pair.user : accountant);
    for (const [at, [month, start, by, text]] of notes.entries()) {
      const file = sent.find((each) => each.month === month && each.name.startsWith(start))!;
      await this.steps.done(byOf(by), `note ${client.id} ${at}`, (call) =>
        addNote.message({ params: { id: file.id }, body: { text } }, call),
      );
    }
    const written: { readonly id: string; readonly by: Call }[] = [];
    for (const [at, [from, text, ...attached]] of talk.entries()) {
      const files = attached.map((start) => sent.findLast(({ name }) => name.startsWith(start))!);
      const body = { text, attachment_tokens: files.map(({ id }) => id) };
      const by = byOf(from);
      const { data } = await this.steps.done<{ data: Message }>(by, `message ${client.id} ${at}`, (call) =>
        sendMessage.message({ params: { id: client.id }, body }, call),
      );
      written.push({ id: data.id, by });
    }
    await this.read(client.id, written);
  }

  /** Whoever answered has read what came before. */
  private async read(conversation_id: string, written: readonly { readonly id: string; readonly by: Call }[]) {
    for (const person of new Set(written.map(({ by }) => by))) {
      const answered = written.findLastIndex(({ by }) => by === person);
      const before = written[answered - 1];
      if (before) await this.steps.read(person, { conversation_id, message_id: before.id });
    }
  }
}
