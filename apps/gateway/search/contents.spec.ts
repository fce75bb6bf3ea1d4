import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplyOf, searchApi, SearchContents } from '@dosar/contracts';
import { aFile, aFirm, aGateway, type Ask, type Gateway } from '../testing/gateway';
import { until } from '@dosar/kernel/testing/waiting';

type Reply = ReplyOf<typeof searchApi.search>;

const folder = join(__dirname, '../demo/documents/brutaria-2026-09');
const names = readdirSync(folder);
const text = (name: string) => readFileSync(join(folder, name), 'utf8');
const valueOf = (xml: string, element: string) => new RegExp(`<cbc:${element}[^>]*>([^<]+)<`).exec(xml)![1]!;

/** The searches that find an invoice: by number, party, amount as in it and as people write it, and a word. */
const invoices = names
  .filter((name) => name.startsWith('efactura_'))
  .map((name) => {
    const xml = text(name);
    const number = valueOf(xml, 'ID');
    const amount = valueOf(xml, 'PayableAmount');
    const [, word] = /<cac:Item><cbc:Name>([^<]+)</.exec(xml)!;
    const written = Number(amount).toLocaleString('ro-RO', { minimumFractionDigits: 2 });
    const paper = names.find((each) => each.startsWith('Factură') && each.includes(number))!;
    return {
      number,
      questions: [number, valueOf(xml, 'RegistrationName'), amount, written, word!],
      documents: [name, paper],
    };
  });

/** OCR comes after everything else on a busy machine. */
const BUSY_MS = 150_000;

describe('the documents of a company are found by what is in them', () => {
  let gateway: Gateway;
  let ask: Ask;
  const search = async (q: string): Promise<Reply> =>
    (await ask('get', `/search?${new URLSearchParams({ q, record: 'false', pageSize: '100' }).toString()}`).expect(200))
      .body as Reply;
  const titles = async (q: string) => (await search(q)).results.map(({ title }) => title);
  const untilNone = async (state: SearchContents) => {
    const isOver = ({ results, total }: Reply) =>
      total === names.length && results.every(({ contents }) => contents !== state);
    await until(async () => isOver(await search('')));
  };
  beforeAll(async () => {
    gateway = await aGateway({ DOSAR_OCR: 'auto' });
    ({ ask } = (await aFirm(gateway)).bakery);
    for (const name of names) await aFile(ask, name, {}, readFileSync(join(folder, name)));
    await untilNone('waiting');
  });
  afterAll(() => gateway.close());

  it.each(invoices)('invoice $number', async ({ questions, documents }) => {
    for (const question of questions)
      expect([question, await titles(question)]).toEqual([question, expect.arrayContaining(documents)]);
  });

  it('contracts and statements of all formats', async () => {
    const contracts = names.filter((name) => name.startsWith('Contract'));
    for (const question of ['nr. 16', 'ghiocel', 'fisa de cont', '"evidenței contabile"'])
      expect((await titles(question)).sort()).toEqual(expect.arrayContaining(contracts));
    const statements = names.filter((name) => name.startsWith('Extras'));
    for (const question of ['FC-90428', '90428', 'Ștefan cel Mare', '44.702,27', '44702.27', 'cotesti vinaria'])
      expect([question, await titles(question)]).toEqual([question, expect.arrayContaining(statements)]);
    expect(await titles('extras cont')).toEqual(expect.arrayContaining(statements));
  });

  it(
    'receipts, photographed and scanned',
    async () => {
      await untilNone('scanned');
      const receipts = ['bon_02.jpg', 'scan bonuri.pdf'];
      for (const question of ['bon fiscal 8369', 'vinaria cotesti', '65,00'])
        expect([question, await titles(question)]).toEqual([question, expect.arrayContaining(receipts)]);
      expect(await titles('gradina cu ciresi 4415')).toEqual(['bon_03.jpg']);
    },
    BUSY_MS,
  );

  it('and each by its name, whether it can be read or not', async () => {
    for (const name of names) expect(await titles(name)).toContain(name);
    const { results } = await search('scan bonuri');
    expect(results.find(({ title }) => title === 'scan bonuri.pdf')).toMatchObject({ kind: 'file' });
  });
});
