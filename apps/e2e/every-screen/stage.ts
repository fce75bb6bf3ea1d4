import { readFileSync } from 'node:fs';
import type { Client, Conversation, Message } from '@dosar/contracts';
import type { Page } from '@playwright/test';
import { documents, nameOf } from '../desk';
import { ask } from '../screenshots/screens';
import { storedSession } from '../session';

/** What the screens are shown with: ids of things of the demo, and of what is made beside it so that nothing is empty. */
export type Stage = {
  readonly address: string;
  readonly clientId: string;
  readonly folderId: string;
  readonly conversationId: string;
  readonly firmId: string;
  readonly userId: string;
};

/** One of each kind that has a preview of its own. */
const SHOWN = /bon_01|bon_02|efactura_AV-23846|scan bonuri|09\.csv|16\.docx|09\.xlsx|cp852|Factură AV-23846/;

const upload = async (page: Page, folderId: string): Promise<void> => {
  const { token } = await storedSession(page);
  for (const path of documents.filter((each) => SHOWN.test(nameOf(each)))) {
    const file = { name: nameOf(path), mimeType: 'application/octet-stream', buffer: readFileSync(path) };
    const answer = await page.request.post('/api/files/upload', {
      headers: { authorization: `Bearer ${token}` },
      multipart: { folder_id: folderId, file },
    });
    if (!answer.ok()) throw new Error(`${file.name}: ${answer.status()} ${await answer.text()}`);
  }
};

const folder = async (page: Page, clientId: string, name: string): Promise<string> => {
  const made = await ask(page, 'POST', '/api/folders', { name, client_id: clientId });
  return (made as { folder: { id: string } }).folder.id;
};

const LONG = 'Documente de tot felul, cu un nume mai lung decât încape pe un telefon ținut în mână';

/** Once in each installation; whoever comes later finds it. */
export const setStage = async (client: Page, accountant: Page, admin: Page): Promise<Stage> => {
  const { clients } = (await ask(accountant, 'GET', '/api/clients?q=Brut')) as { clients: Client[] };
  const { firms } = (await ask(admin, 'GET', '/api/firms')) as { firms: { id: string }[] };
  const { users } = (await ask(admin, 'GET', '/api/users?q=elena')) as { users: { id: string }[] };
  const { conversations } = (await ask(client, 'GET', '/api/conversations')) as { conversations: Conversation[] };
  const clientId = clients[0]!.id;
  const conversationId = conversations.find((each) => each.kind === 'client')!.id;
  const address = new URL(client.url()).origin;
  const ids = { address, clientId, conversationId, firmId: firms[0]!.id, userId: users[0]!.id };
  const { tree } = (await ask(client, 'GET', `/api/folders/tree?client_id=${clientId}`)) as {
    tree: { id: string; name: string }[];
  };
  const there = tree.find(({ name }) => name === LONG);
  if (there) return { ...ids, folderId: there.id };
  const folderId = await folder(client, clientId, LONG);
  await upload(client, folderId);
  const gone = await folder(client, clientId, 'Acte vechi');
  await ask(client, 'POST', '/api/bulk/files/delete', { folder_ids: [gone] });
  const say = async (page: Page, body: object) =>
    ((await ask(page, 'POST', `/api/conversations/${conversationId}/messages`, body)) as { data: Message }).data;
  const first = await say(accountant, {
    text: 'Bună ziua! Mai lipsesc factura de la moară și două bonuri de benzină.',
  });
  const second = await say(client, { text: 'Scadența este pe 25 octombrie.', quote_message_id: first.id });
  await ask(client, 'PUT', `/api/messages/${second.id}`, {
    text: 'Scadența este pe 25 noiembrie, nu pe 25 octombrie.',
  });
  await say(accountant, { text: `Mulțumim. https://www.anaf.ro/${'cale'.repeat(30)}/${'document'.repeat(12)}` });
  return { ...ids, folderId };
};
