import type { Page } from '@playwright/test';
import type { Role } from './addresses';
import type { Stage } from './stage';

/** Something that opens above a screen. */
export type Opening = {
  readonly name: string;
  readonly by: Exclude<Role, 'guest'>;
  readonly at: (stage: Stage) => string;
  readonly open: (page: Page) => Promise<void>;
  /** Where it is elsewhere on the other. */
  readonly only?: 'phone' | 'desk';
};

const icon = (page: Page, name: string, of = 'button, a, [role=menuitem]') =>
  page.locator(`:is(${of}):has(svg.lucide-${name}):visible`);
const press = async (page: Page, first: string, ...items: string[]) => {
  await icon(page, first).first().click();
  for (const item of items) await icon(page, item, '[role=menuitem]').first().click();
};
const row = (page: Page, name: string | RegExp) =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByTitle(name) })
    .first();
const onRow =
  (name: string | RegExp, ...icons: string[]) =>
  async (page: Page) => {
    await row(page, name).click({ button: 'right' });
    for (const each of icons) await icon(page, each, '[role=menuitem]').first().click();
  };
const inFolder = ({ folderId }: Stage) => `/files/${folderId}`;
const inPast = ({ folderId, clientId }: Stage) => `/files/${folderId}?clientId=${clientId}&at=last`;
const inChat = ({ conversationId }: Stage) => `/chat/${conversationId}`;

const looked = (name: RegExp): Pick<Opening, 'at' | 'open'> => ({
  at: inFolder,
  open: async (page) => {
    await row(page, name).locator('[title]').first().waitFor();
    const href = new URL(page.url());
    const id = await page.evaluate(
      async ([folder, source]) => {
        const { token } = JSON.parse(localStorage.getItem('dosar.session')!) as { token: string };
        const answer = await fetch(`/api/files?folderId=${folder}`, { headers: { authorization: `Bearer ${token}` } });
        const { files } = (await answer.json()) as { files: { id: string; name: string }[] };
        return files.find((each) => new RegExp(source).test(each.name.normalize('NFC')))!.id;
      },
      [href.pathname.split('/').at(-1)!, name.source] as const,
    );
    await page.goto(`${href.pathname}?file=${id}`);
    await page.getByRole('dialog').locator('img, canvas, table, article, pre, li').first().waitFor();
  },
});
const preview = (name: string, which: RegExp, by: Opening['by'] = 'accountant'): Opening => ({
  name: `preview ${name}`,
  by,
  ...looked(which),
});

const onMessage = (text: RegExp, name: string) => async (page: Page) => {
  const message = page.locator('[data-message]').filter({ hasText: text }).last();
  await message.hover();
  await message.locator('button:has(svg.lucide-ellipsis)').click();
  await icon(page, name, '[role=menuitem]').click();
};

/** What a screen shows over itself: all dialogs and panels, and the menus. */
export const openings: readonly Opening[] = [
  { name: 'menu', by: 'admin', at: () => '/', open: (page) => press(page, 'menu'), only: 'phone' },
  { name: 'own menu', by: 'admin', at: () => '/', open: (page) => press(page, 'chevrons-up-down'), only: 'desk' },
  { name: 'filters of a list', by: 'client', at: inFolder, open: (page) => press(page, 'list-filter') },
  { name: 'emoji', by: 'client', at: inChat, open: (page) => press(page, 'smile') },
  { name: 'export', by: 'admin', at: () => '/admin/audit', open: (page) => press(page, 'download') },
  { name: 'search box', by: 'accountant', at: () => '/', open: (page) => page.keyboard.press('Control+k') },
  { name: 'notifications', by: 'accountant', at: () => '/', open: (page) => press(page, 'bell') },
  { name: 'new folder', by: 'client', at: inFolder, open: (page) => newFolder(page) },
  { name: 'keys of the list', by: 'accountant', at: inFolder, open: (page) => page.keyboard.press('Shift+?') },
  { name: 'month', by: 'accountant', at: inFolder, open: (page) => press(page, 'ellipsis', 'file-spreadsheet') },
  { name: 'row menu', by: 'accountant', at: inFolder, open: onRow(/bon_01/) },
  {
    name: 'selection',
    by: 'accountant',
    at: inFolder,
    open: (page) =>
      row(page, /bon_01/)
        .getByRole('checkbox')
        .click(),
  },
  { name: 'move', by: 'accountant', at: inFolder, open: onRow(/bon_01/, 'folder-input') },
  { name: 'rename', by: 'accountant', at: inFolder, open: onRow(/bon_01/, 'pencil-line') },
  { name: 'history of a document', by: 'client', at: inFolder, open: onRow(/bon_01/, 'history') },
  { name: 'arranging pages', by: 'accountant', at: inFolder, open: onRow(/scan bonuri/, 'files') },
  { name: 'unpacking', by: 'accountant', at: inFolder, open: onRow(/cp852/, 'package-open') },
  preview('picture', /bon_01/),
  preview('picture', /bon_02/, 'client'),
  preview('invoice', /efactura_AV/),
  preview('scan', /scan bonuri/),
  preview('table', /09\.csv/),
  preview('workbook', /09\.xlsx/),
  preview('text', /16\.docx/),
  preview('archive', /cp852/),
  { name: 'new conversation', by: 'accountant', at: () => '/chat', open: (page) => press(page, 'square-pen') },
  { name: 'files for a message', by: 'accountant', at: inChat, open: (page) => press(page, 'paperclip', 'files') },
  { name: 'history of a message', by: 'client', at: inChat, open: onMessage(/25 noiembrie/, 'history') },
  { name: 'readers of a message', by: 'accountant', at: inChat, open: onMessage(/Mulțumim/, 'eye') },
  { name: 'note from a message', by: 'accountant', at: inChat, open: onMessage(/Mulțumim/, 'sticky-note') },
  { name: 'deleting a message', by: 'accountant', at: inChat, open: onMessage(/Mulțumim/, 'trash-2') },
  { name: 'saved search', by: 'accountant', at: () => '/search?q=factura', open: (page) => press(page, 'bookmark') },
  { name: 'deed', by: 'admin', at: () => '/admin/audit?event_type=FolderDeleted', open: (page) => deed(page) },
  {
    name: 'undoing',
    by: 'admin',
    at: () => '/admin/audit?event_type=FolderDeleted',
    open: (page) => deed(page, 'undo-2'),
  },
  { name: 'past', by: 'admin', at: inPast, open: (page) => row(page, /bon_01/).waitFor() },
  { name: 'what has changed', by: 'admin', at: inPast, open: (page) => past(page, 'git-compare-arrows') },
  { name: 'who could see', by: 'admin', at: inPast, open: (page) => past(page, 'eye') },
  { name: 'as somebody', by: 'admin', at: inPast, open: (page) => past(page, 'user-round-search') },
  {
    name: 'restoring',
    by: 'admin',
    at: inPast,
    open: (page) =>
      row(page, /bon_01/)
        .waitFor()
        .then(() => press(page, 'rotate-ccw')),
  },
  { name: 'former document', by: 'admin', at: inPast, open: (page) => row(page, /bon_01/).dblclick() },
  { name: 'new firm', by: 'admin', at: () => '/admin/clients/new', open: (page) => press(page, 'plus') },
  { name: 'register', by: 'admin', at: ({ clientId }) => `/admin/clients/${clientId}`, open: (page) => register(page) },
  { name: 'passkey', by: 'client', at: () => '/settings/security', open: (page) => security(page, 'fingerprint') },
  { name: 'application', by: 'client', at: () => '/settings/security', open: (page) => security(page, 'smartphone') },
  { name: 'leaving with changes', by: 'client', at: () => '/settings', open: (page) => leaving(page) },
];

const newFolder = async (page: Page) => {
  const button = icon(page, 'folder-plus');
  if (await button.count()) await button.first().click();
  else await press(page, 'ellipsis', 'folder-plus');
};

const deed = async (page: Page, then?: string) => {
  await page.locator('button[data-deed]').first().click();
  await page.getByRole('dialog').or(page.locator('[data-kind=event]')).first().waitFor();
  if (then !== undefined) await press(page, then);
};

const past = async (page: Page, tool: string) => {
  await row(page, /bon_01/).waitFor();
  await page.locator('section button:has(svg.lucide-ellipsis):visible').first().click();
  await icon(page, tool, '[role=menuitem]').click();
};

/** The register is not asked: there is no line to it here. */
const register = async (page: Page) => {
  const found = { societate: 'Brutăria Nouă SRL', cui: '455780134', registrulComertului: 'J26/128/2006', phone: null };
  const more = { dataInregistrarii: '2006-02-16', address: 'Str. Morii 12, Cluj', platitor_tva: true, inactive: true };
  await page.route('**/api/companies/*', (route) => route.fulfill({ json: { company: { ...found, ...more } } }));
  await page.route('**/api/users/me', async (route) => {
    const reply = (await (await route.fetch()).json()) as { user: object };
    await route.fulfill({ json: { user: { ...reply.user, company_lookup: true } } });
  });
  await page.reload();
  await press(page, 'landmark');
};

const security = async (page: Page, name: string) => {
  await page.locator(`#content li:has(svg.lucide-${name}) button`).first().click();
};

const leaving = async (page: Page) => {
  await page.locator('input[type=tel]').fill('12');
  await page.locator('a[href="/settings/account"]:visible').first().click();
};
