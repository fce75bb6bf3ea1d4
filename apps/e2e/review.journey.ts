import type { File } from '@dosar/contracts';
import { aReport, byOldKeyboard, documents, dropFromDesktop, nameOf, onDisk } from './desk';
import { ask, newFolder, opened, reach, rowOf } from './screenshots/screens';
import { expect, expectForEverybody, PEOPLE, test, type Page } from './test';

/** A folder of the client's with these files in it. @returns its address. */
const folderWith = async (client: Page, folder: string, paths: readonly string[]): Promise<string> => {
  await client.goto('/files');
  await newFolder(client, folder);
  await rowOf(client, folder).getByText(folder).click();
  await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  await dropFromDesktop(client, client.locator('#content section').first(), paths);
  await expect(client.getByRole('grid')).toHaveAttribute('aria-rowcount', String(paths.length + 1), {
    timeout: 60_000,
  });
  return new URL(client.url()).pathname;
};

test('an accountant reviews thirty documents with the keyboard alone, and books them with thirty keys', async ({
  as,
}) => {
  test.setTimeout(300_000);
  const client = await as(PEOPLE.client);
  const address = await folderWith(client, 'De verificat', documents);
  const accountant = await as(PEOPLE.accountant);
  await accountant.goto(address);
  const grid = accountant.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '31');
  await grid.focus();
  await accountant.keyboard.press('Home');
  await accountant.keyboard.press('Enter');

  const dialog = accountant.getByRole('dialog');
  const seen: string[] = [];
  for (let at = 1; at <= documents.length; at += 1) {
    await expect(dialog.getByRole('status').filter({ hasText: 'din' })).toHaveText(`${at} din 30`);
    const name = (await dialog.getAttribute('aria-label'))!;
    seen.push(name);
    const content = dialog.getByRole('region', { name: 'Conținutul documentului' });
    if (/^Factură .*\.pdf$/.test(name)) await expect(content.locator('canvas').first()).toBeVisible();
    else if (name.endsWith('.jpg')) await expect(content.getByRole('img', { name })).toBeVisible();
    else if (name.endsWith('.csv')) await expect(content.getByRole('table')).toBeVisible();
    else if (name.startsWith('efactura')) await expect(content.getByText('De plată', { exact: true })).toBeVisible();
    else if (name.endsWith('.zip')) await expect(content.getByRole('listitem').first()).toBeVisible();
    else if (/\.(?:docx?|odt|rtf|xlsx?|ods)$/.test(name))
      await expect(content.getByText(/Contract de|Explicații/).first()).toBeVisible();
    else await expect(content.getByRole('heading').or(content.locator('canvas')).first()).toBeVisible();
    // one key a document: the next one comes by itself
    await accountant.keyboard.press('6');
  }
  const states = dialog.getByRole('group', { name: 'Stare' });
  await expect(states.getByRole('button', { name: 'Contabilizat', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect([...new Set(seen)].sort()).toEqual(documents.map(nameOf).sort());

  await test.step('what the client writes beside the document is there at once', async () => {
    // what is known already is told of above the last rows, where a pointer would have to scroll first
    await client.getByRole('grid').focus();
    await client.keyboard.press('End');
    await client.keyboard.press('Enter');
    await expect(opened(client, seen.at(-1)!)).toBeVisible();
    await client
      .getByRole('textbox', { name: 'Scrieți o notă' })
      .pressSequentially(byOldKeyboard('Plătită în numerar, și bonul'));
    await client.getByRole('button', { name: 'Adaugă nota' }).click();
    await expect(dialog.getByText('Plătită în numerar, și bonul')).toBeVisible();
    await expectForEverybody(client);
    await client.keyboard.press('Escape');
    await accountant.getByRole('region', { name: 'Conținutul documentului' }).focus();
  });

  await test.step('Escape leads back to the rows, where the keys go on', async () => {
    await accountant.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(grid).toBeFocused();
    await expect(accountant.locator('[role=row][aria-selected=true]').getByTitle(seen.at(-1)!)).toBeVisible();
    await expect((await reach(client, seen[0]!)).getByText('Contabilizat').filter({ visible: true })).toBeVisible();
  });

  await test.step('every one of them is booked, and processed by that', async () => {
    const id = address.split('/').at(-1)!;
    const states = async () => {
      const { files } = (await ask(accountant, 'GET', `/api/files?folderId=${id}`)) as { files: File[] };
      return files.map(({ process_state, accounting_status }) => `${process_state} ${accounting_status}`);
    };
    await expect.poll(states).toEqual(documents.map(() => 'processed accounting_completed'));
  });
});

test('what is looked at stands in the address: a reload stays, back is the list', async ({ as }) => {
  const client = await as(PEOPLE.client);
  const pdf = documents.find((path) => nameOf(path) === 'Factură AV-23846 Electro.pdf')!;
  const xml = documents.find((path) => nameOf(path) === 'efactura_AV-23846.xml')!;
  const photo = documents.find((path) => nameOf(path) === 'bon_01.jpg')!;
  const wrong = onDisk({ 'greșită.xml': invoiceOfAnother });
  await folderWith(client, 'De privit', [pdf, xml, photo, ...wrong]);

  await test.step('a PDF, with words that can be found', async () => {
    await rowOf(client, nameOf(pdf)).dblclick();
    await expect(opened(client, nameOf(pdf)).locator('canvas').first()).toBeVisible();
    await expect(
      opened(client, nameOf(pdf))
        .getByText(/CUI RO298161319/)
        .first(),
    ).toBeAttached();
    await expectForEverybody(client);
    await client.reload();
    await expect(opened(client, nameOf(pdf)).locator('canvas').first()).toBeVisible();
    await client.goBack();
    await expect(opened(client, nameOf(pdf))).toHaveCount(0);
    await expect(rowOf(client, nameOf(pdf))).toBeVisible();
  });

  await test.step('a photo, larger and turned', async () => {
    await rowOf(client, nameOf(photo)).dblclick();
    const image = opened(client, nameOf(photo)).getByRole('img', { name: nameOf(photo) });
    await expect(image).toBeVisible();
    const before = (await image.boundingBox())!;
    await client.keyboard.press('r');
    await expect
      .poll(async () => (await image.boundingBox())!.width / (await image.boundingBox())!.height)
      .not.toBe(before.width / before.height);
    await client.keyboard.press('0');
    await client.getByRole('button', { name: 'Mărește' }).click();
    await expect(client.getByText('125 %')).toBeVisible();
    await client.getByRole('button', { name: 'Înapoi la listă' }).click();
    await expect(image).toHaveCount(0);
  });

  await test.step('an electronic invoice, counted again; one of somebody else is named in red', async () => {
    await rowOf(client, nameOf(xml)).dblclick();
    const right = opened(client, nameOf(xml));
    await expect(right.getByText('71.254,58 lei')).toBeVisible();
    await expect(right.getByText('Furnizor', { exact: true })).toBeVisible();
    await expectForEverybody(client);
    await right.getByRole('button', { name: 'Arată XML' }).click();
    await expect(right.getByText('<cbc:ID>AV-23846</cbc:ID>')).toBeVisible();
    await client.keyboard.press('ArrowRight');
    await expect(opened(client, nameOf(pdf))).toBeVisible();
    await client.keyboard.press('ArrowRight');
    const other = opened(client, 'greșită.xml');
    await expect(other.getByText('Factura nu este a acestui client')).toBeVisible();
    await expect(other.getByText('(scrie 120,00, rezultă 121,00)')).toBeVisible();
    await client.keyboard.press('Escape');
  });
});

const party = (name: string, cui: string) =>
  `<cac:Party><cac:PartyTaxScheme><cbc:CompanyID>${cui}</cbc:CompanyID></cac:PartyTaxScheme>` +
  `<cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party>`;

/** Between two others, and with a total that is wrong by a leu. */
const invoiceOfAnother = `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1</cbc:CustomizationID>
<cbc:ID>X-1</cbc:ID><cbc:IssueDate>2026-09-01</cbc:IssueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>RON</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty>${party('Unu SRL', 'RO18547290')}</cac:AccountingSupplierParty>
<cac:AccountingCustomerParty>${party('Doi SRL', 'RO13267213')}</cac:AccountingCustomerParty>
<cac:TaxTotal><cbc:TaxAmount currencyID="RON">21.00</cbc:TaxAmount><cac:TaxSubtotal><cbc:TaxableAmount>100.00</cbc:TaxableAmount><cbc:TaxAmount>21.00</cbc:TaxAmount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:LineExtensionAmount>100.00</cbc:LineExtensionAmount><cbc:TaxExclusiveAmount>100.00</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount>120.00</cbc:TaxInclusiveAmount><cbc:PayableAmount>120.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="C62">1</cbc:InvoicedQuantity><cbc:LineExtensionAmount>100.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>ceva</cbc:Name></cac:Item><cac:Price><cbc:PriceAmount>100</cbc:PriceAmount></cac:Price></cac:InvoiceLine>
</Invoice>`;

/** Types into the box, which is open, until that is found: documents are read a little after they came. */
const find = async (page: Page, words: string, name: RegExp) => {
  const option = page.getByRole('option', { name }).first();
  const box = page.getByRole('combobox', { name: 'Căutare' });
  let tries = 0;
  await expect(async () => {
    // what was asked for a moment ago is not asked for again
    await box.fill(words + '.'.repeat((tries += 1)));
    await expect(option).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 40_000 });
  return option;
};

test('documents are found by what is in them, and a client by the keys alone', async ({ as }) => {
  const accountant = await as(PEOPLE.accountant);
  const openBox = async () => {
    await accountant.keyboard.press('Control+K');
    await expect(accountant.getByRole('combobox', { name: 'Căutare' })).toBeFocused();
  };

  await test.step('by a word inside a PDF, and opened at it', async () => {
    const client = await as(PEOPLE.client);
    await folderWith(client, 'Rapoarte', onDisk({ 'Raport de audit.pdf': aReport('Raport', 'Servicii de arhivare') }));
    await expect(accountant.getByRole('heading', { name: /Bună ziua/ })).toBeVisible();
    await openBox();
    await (await find(accountant, 'arhivarea', /Raport de audit\.pdf/)).click();
    await expect(opened(accountant, 'Raport de audit.pdf')).toBeVisible();
    const word = accountant.locator('[data-page="2"] [data-found]').first();
    await expect(word).toContainText('arhivare');
    await expect(word).toBeInViewport();
    // whoever reads on stays where they are, also when that page is drawn again
    const first = accountant.locator('[data-page="1"]');
    await first.evaluate((page) => page.scrollIntoView({ block: 'end' }));
    await expect(word).toHaveCount(0);
    const top = await first.evaluate((page) => page.getBoundingClientRect().top);
    await accountant.getByRole('button', { name: 'Micșorează' }).click();
    await expect(word).toContainText('arhivare');
    expect(await first.evaluate((page) => page.getBoundingClientRect().top)).toBe(top);
    await accountant.keyboard.press('Escape');
  });

  await test.step('by the number of an invoice', async () => {
    await openBox();
    await (await find(accountant, 'TM-93448', /efactura_TM-93448\.xml/)).click();
    await expect(opened(accountant, 'efactura_TM-93448.xml')).toBeVisible();
    await accountant.keyboard.press('Escape');
  });

  await test.step('by a name that is mistyped, on the page with the filters', async () => {
    await accountant.goto('/search?q=constructti');
    await accountant
      .getByRole('link', { name: /Construcții\.pdf/ })
      .first()
      .click();
    await expect(accountant).toHaveURL(/\/files/);
    await accountant.goto('/search');
    await expect(accountant.getByRole('link', { name: /^constructti/ })).toBeVisible();
    await accountant.getByRole('button', { name: 'Șterge-le pe toate' }).click();
    await expect(accountant.getByRole('heading', { name: 'Ce căutați?' })).toBeVisible();
  });

  await test.step('a client, by the keys alone', async () => {
    await openBox();
    await accountant.keyboard.type('transpotr hirsova');
    await expect(accountant.getByRole('option', { selected: true })).toHaveText('Transport Hîrșova SRL');
    await accountant.keyboard.press('Enter');
    await expect(accountant).toHaveURL(/\/files\?clientId=/);
    await expect(accountant.getByRole('heading', { level: 1, name: 'Transport Hîrșova SRL' })).toBeVisible();
  });
});
