import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  FEATURES,
  type Feature,
  type ReplyOf,
  type SavedSearch,
  type searchApi,
  type SearchEntry,
} from '@dosar/contracts';
import {
  aFile,
  aFirm,
  aFolder,
  aGateway,
  later,
  memoryPorts,
  PASSWORD,
  type Ask,
  type Gateway,
} from '../testing/gateway';
import { until as untilSo } from '@dosar/kernel/testing/waiting';

type Reply = ReplyOf<typeof searchApi.search>;

const asked = (query: Readonly<Record<string, string>>) =>
  `/search?${new URLSearchParams({ record: 'false', ...query }).toString()}`;
const search = async (ask: Ask, query: Readonly<Record<string, string>>): Promise<Reply> =>
  (await ask('get', asked(query)).expect(200)).body as Reply;
const titles = ({ results }: Reply) => results.map(({ title }) => title).sort();

/** Repeats a search until the index has caught up. */
const until = async (
  ask: Ask,
  query: Readonly<Record<string, string>>,
  isSo: (reply: Reply) => boolean,
): Promise<Reply> => {
  let reply = await search(ask, query);
  await untilSo(async () => isSo((reply = await search(ask, query))));
  return reply;
};
const isThere = ({ total }: Reply) => total > 0;
const isGone = ({ total }: Reply) => total === 0;

describe('a search', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let other: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    other = await aFirm(gateway, 'Cifra Exactă');
  });
  afterAll(() => gateway.close());

  it('finds a file by its name, and shows it as it is', async () => {
    const { ask, client } = firm.bakery;
    const file = await aFile(ask, 'Factură AV-100 Construcții.pdf', {}, '%PDF-1.4 nimic');
    const reply = await until(ask, { q: 'constructie AV-100' }, isThere);
    const named = { id: client.id, name: client.societate };
    expect(reply).toMatchObject({ total: 1, page: 1, pageSize: 20 });
    expect(reply.results[0]).toMatchObject({ kind: 'file', id: file.id, title: file.name, score: 1, client: named });
    expect(reply.results[0]!.file).toEqual({ ...file, duplicate_of: null });
    expect(reply.results[0]!.highlight.filter(({ hit }) => hit).map(({ text }) => text)).toEqual([
      'AV',
      '100',
      'Construcții',
    ]);
  });

  it('finds it by its new name alone, by its notes, and not once it is deleted', async () => {
    const { ask } = firm.bakery;
    const { id } = await aFile(ask, 'vechi-nume.txt');
    await until(ask, { q: 'vechi' }, isThere);
    await ask('patch', `/files/${id}`, { name: 'proaspăt.txt' }).expect(200);
    await until(ask, { q: 'vechi' }, isGone);
    await ask('post', `/files/${id}/notes`, { text: 'Lipsește ștampila furnizorului' }).expect(201);
    const { results } = await until(ask, { q: 'stampila' }, isThere);
    expect(results[0]!.highlight).toContainEqual({ text: 'ștampila', hit: true });
    await firm.accountantAsk('post', '/bulk/files/status', {
      file_ids: [id],
      client_id: firm.bakery.client.id,
      process_state: 'processing',
    });
    await until(ask, { q: 'proaspat', process_state: 'processing' }, isThere);
    expect(titles(await search(ask, { q: 'proaspat status:nou' }))).toEqual([]);
    const body = { file_ids: [id], folder_ids: [], client_id: firm.bakery.client.id };
    await firm.accountantAsk('post', '/bulk/files/delete', body).expect(200);
    await until(ask, { q: 'proaspat' }, isGone);
    expect(titles(await search(ask, { q: 'proaspat', include_deleted: 'true' }))).toEqual(['proaspăt.txt']);
    expect(titles(await search(ask, { q: 'proaspat șters:da' }))).toEqual(['proaspăt.txt']);
  });

  it('finds a word inside a document, and says of one that cannot be read that it is so', async () => {
    const { ask } = firm.bakery;
    const name = 'Contract de prestări servicii nr 16.docx';
    const bytes = readFileSync(join(__dirname, '../demo/documents/brutaria-2026-09', name));
    await aFile(ask, 'prestari.docx', {}, bytes);
    const { results } = await until(ask, { q: 'confidențialitatea' }, isThere);
    expect(results[0]).toMatchObject({ title: 'prestari.docx', contents: 'read' });
    expect(results[0]!.highlight.find(({ hit }) => hit)!.text).toMatch(/confiden[țţ]ialitate/i);
    await aFile(ask, 'stricat.pdf', {}, '%PDF-1.7 nimic');
    const read = ({ results: [first] }: Reply) => first !== undefined && first.contents !== 'waiting';
    expect((await until(ask, { q: 'stricat' }, read)).results[0]).toMatchObject({ contents: 'damaged' });
  });

  it('finds folders and clients where they are asked for', async () => {
    const { ask } = firm.bakery;
    const folder = await aFolder(ask, 'Dosar canar');
    const found = await until(ask, { q: 'canar', types: 'folders' }, isThere);
    expect(found.results[0]).toMatchObject({ kind: 'folder', id: folder.id, folder: { name: 'Dosar canar' } });
    expect(titles(await search(ask, { q: 'canar' }))).toEqual([]);
    expect(titles(await search(firm.accountantAsk, { q: 'brutaria', types: 'clients' }))).toEqual([
      'Brutăria Țărănească SRL',
    ]);
    expect(titles(await search(firm.accountantAsk, { q: firm.mill.client.cui!, types: 'clients,folders' }))).toEqual([
      'Moara Bănățeană SA',
    ]);
  });

  it('tells nobody anything of what is not theirs', async () => {
    for (const each of [firm, other])
      for (const company of [each.bakery, each.mill])
        await aFile(company.ask, `canarul ${company.client.id}.txt`, {}, 'papagal');
    const admin = await gateway.admin();
    await until(admin, { q: 'canarul' }, ({ total }) => total === 4);
    await until(admin, { q: 'papagal' }, ({ total }) => total === 4);
    const questions = [
      'canarul',
      '"canarul"',
      'cana',
      'cannarul',
      'papagal',
      'canarul tip:text',
      'canarul sters:toate',
    ];
    for (const q of questions)
      for (const sort of ['relevance', 'name', 'size']) {
        const reply = await search(firm.bakery.ask, { q, sort });
        expect([q, titles(reply), reply.total]).toEqual([q, [`canarul ${firm.bakery.client.id}.txt`], 1]);
        expect((await search(firm.accountantAsk, { q, sort })).total).toBe(2);
      }
    const foreign = { q: 'canarul', client_id: other.mill.client.id };
    const unknown = { q: 'canarul', client_id: 'nothing' };
    for (const ask of [firm.bakery.ask, firm.accountantAsk]) {
      expect({ ...(await search(ask, foreign)), took_ms: 0 }).toEqual({ ...(await search(ask, unknown)), took_ms: 0 });
      expect((await search(ask, { q: 'canarul client:"Moara Bănățeană"', types: 'files' })).total).toBe(
        ask === firm.accountantAsk ? 1 : 0,
      );
      expect((await search(ask, { q: 'canarul', conversation_id: 'x' })).total).toBe(0);
    }
    expect((await search(admin, foreign)).total).toBe(1);
  });

  it('finds what was said, for those who may read it', async () => {
    const { bakery, mill, accountant, accountantAsk } = firm;
    const say = async (ask: Ask, conversation: string, text: string) =>
      (
        (await ask('post', `/conversations/${conversation}/messages`, { text }).expect(201)).body as {
          data: { id: string };
        }
      ).data;
    const said = await say(bakery.ask, bakery.client.id, 'Am trimis chitanțele pe septembrie');
    const { results } = await until(accountantAsk, { q: 'chitanta septembrie' }, isThere);
    expect(results).toMatchObject([
      {
        kind: 'message',
        id: said.id,
        title: 'Am trimis chitanțele pe septembrie',
        message: { conversation_id: bakery.client.id },
      },
    ]);
    const talk = { participant_ids: [accountant.id], client_id: bakery.client.id };
    const { body } = await bakery.ask('post', '/conversations', talk).expect(201);
    const { id: between } = (body as { conversation: { id: string } }).conversation;
    await say(bakery.ask, between, 'Chitanțele confidențiale');
    const all = { q: 'chitante', types: 'messages' };
    await until(accountantAsk, all, ({ total }) => total === 2);
    expect((await search(bakery.ask, { ...all, conversation_id: between })).total).toBe(1);
    expect((await search(bakery.ask, { ...all, sender_id: accountant.id })).total).toBe(0);
    expect((await search(accountantAsk, { ...all, client_id: mill.client.id })).total).toBe(0);
    expect((await search(await gateway.admin(), all)).total).toBe(1);
    expect((await search(mill.ask, all)).total).toBe(0);
    await bakery.ask('put', `/messages/${said.id}`, { text: 'Am trimis bonurile' }).expect(200);
    await until(bakery.ask, { q: 'chitanta septembrie' }, isGone);
    expect((await until(bakery.ask, { q: 'am trimis bonuri' }, isThere)).results[0]!.message).toMatchObject({
      edited: true,
    });
    await bakery.ask('delete', `/messages/${said.id}`).expect(204);
    await until(bakery.ask, { q: 'am trimis bonuri', include_deleted: 'true' }, isGone);
  });

  it('narrows by operators and filters, and by both at once', async () => {
    const { ask } = firm.mill;
    await aFile(ask, 'situatie iunie.csv', {}, 'a;b\n1;2');
    await aFile(
      ask,
      'situatie anexa.jpg',
      {},
      readFileSync(join(__dirname, '../demo/documents/brutaria-2026-09', 'bon_01.jpg')),
    );
    await until(ask, { q: 'situatie' }, ({ total }) => total === 2);
    const total = async (q: string, more: Readonly<Record<string, string>> = {}) =>
      (await search(ask, { q: `situatie ${q}`, ...more })).total;
    expect(await total('tip:csv')).toBe(1);
    expect(await total('tip:imagini')).toBe(1);
    expect(await total('tip:imagini', { types: 'text_files' })).toBe(0);
    expect(await total('tip:fisiere', { types: 'messages' })).toBe(0);
    expect(await total('tip:fisiere', { types: 'images,messages' })).toBe(1);
    expect(await total('', { types: 'images,text_files' })).toBe(2);
    expect(await total('', { types: 'messages' })).toBe(0);
    expect(await total('de:bogdan')).toBe(2);
    expect(await total('de:"ana țăranu"')).toBe(0);
    expect(await total('status:nou', { process_state: 'new' })).toBe(2);
    expect(await total('status:procesat', { process_state: 'new' })).toBe(0);
    expect(await total('', { max_size: '10' })).toBe(1);
    expect(await total('', { min_size: '11' })).toBe(1);
    const { day, month } = { day: new Date().toISOString().slice(0, 10), month: new Date().toISOString().slice(0, 7) };
    expect(await total(`luna:${month}`)).toBe(2);
    expect(await total('luna:2019-01')).toBe(0);
    expect(await total('dupa:2020-01-31 inainte:31.12.2098')).toBe(2);
    expect(await total('înainte:2020-01-31')).toBe(0);
    expect(await total('', { date_from: day })).toBe(2);
    expect(await total('', { date_to: '2020-01-01' })).toBe(0);
    // an unknown value counts as a word
    expect(await total('tip:nimic')).toBe(0);
    expect((await search(ask, { q: 'tip:csv' })).total).toBe(1);
  });

  it('narrows to whoever brought it, however many people are called so', async () => {
    const { admin, bakery } = firm;
    const invite = (of: object, at: number) =>
      admin('post', '/users', {
        role: 'accountant',
        name: 'Zenovia Popa',
        email: `zenovia.${at}@firma.test`,
        ...of,
      });
    const many = Array.from({ length: 101 }, (_, at) => invite({ firm_id: other.firm.id }, at).expect(201));
    await Promise.all(many);
    await invite({ firm_id: firm.firm.id, name: 'Zenovia Zamfir', password: PASSWORD }, 300).expect(201);
    const zenovia = await gateway.signIn('zenovia.300@firma.test');
    await aFile(zenovia, 'autor.txt', { client_id: bakery.client.id });
    await until(bakery.ask, { q: 'autor' }, isThere);
    expect((await search(bakery.ask, { q: 'autor de:zenovia' })).total).toBe(1);
    expect((await search(bakery.ask, { q: 'autor de:zenovia de:zamfir' })).total).toBe(1);
    expect((await search(bakery.ask, { q: 'autor de:zenovia de:popa' })).total).toBe(0);
  });

  it('is answered in pages', async () => {
    const { ask } = firm.mill;
    for (const name of ['a', 'b', 'c']) await aFile(ask, `pagina ${name}.txt`);
    await until(ask, { q: 'pagina' }, ({ total }) => total === 3);
    const page = await search(ask, { q: 'pagina', sort: 'name', page: '2', pageSize: '2' });
    expect([titles(page), page.total, page.page]).toEqual([['pagina c.txt'], 3, 2]);
    expect((await search(ask, { q: 'pagina', page: '9007199254740991' })).results).toEqual([]);
  });

  it.each(['types=x', 'min_size=a', 'process_state=x', 'date_from=31', 'page=0', 'sort=x'])(
    'with %s is refused',
    async (query) => void (await firm.mill.ask('get', `/search?${query}`).expect(422)),
  );
  it('of more letters than anybody writes is refused', async () => {
    await firm.mill.ask('get', `/search?q=${'x'.repeat(501)}`).expect(422);
    await firm.mill.ask('get', `/search?record=false&q=${'x'.repeat(500)}`).expect(200);
  });

  it('takes whatever is asked', async () => {
    const parts = [
      '"',
      '*',
      'NEAR(',
      'col:x',
      'AND',
      'OR NOT',
      '^',
      '{a b}:',
      "'",
      ';--',
      '-',
      '(',
      ')',
      'luna:',
      'tip:"',
      'de:%_',
      'client:*',
    ];
    for (let at = 0; at < 300; at += 1) {
      const q = Array.from(
        { length: 1 + (at % 7) },
        (_, place) => parts[(at * 7 + place * (at % 5)) % parts.length]!,
      ).join(' '.repeat(at % 2));
      expect(await search(firm.mill.ask, { q })).toBeDefined();
    }
  });
});

describe('a search where something is not offered', () => {
  it('finds no messages without conversations, and no files without documents', async () => {
    const ports = memoryPorts();
    const whole = await aGateway({}, ports);
    const { ask, client, user } = (await aFirm(whole)).bakery;
    const says = { text: 'Canarul cântă' };
    await ask('post', `/conversations/${client.id}/messages`, says).expect(201);
    await aFile(ask, 'Canarul.txt');
    await aFolder(ask, 'Canarul dosar');
    const all = { q: 'canarul', types: 'files,messages,folders,clients' };
    await until(ask, all, ({ total }) => total === 3);
    const found = async (left: Feature) => {
      const features = FEATURES.filter((each) => each !== left).join(',');
      const cut = await aGateway({ DOSAR_FEATURES: features }, ports, { isBeside: true });
      const asking = await cut.signIn(user.email!);
      const questions = [all, { q: 'canarul' }, { q: 'canarul tip:mesaj' }, { q: 'canarul tip:fisier' }];
      const replies = await Promise.all(questions.map((each) => search(asking, each)));
      await cut.close();
      return replies.map(({ results }) => results.map(({ kind }) => kind).sort());
    };
    expect(await found('chat')).toEqual([['file', 'folder'], ['file'], [], ['file']]);
    expect(await found('file_manager')).toEqual([['message'], ['message'], ['message'], []]);
    await whole.close();
  });
});

describe('what somebody has looked for', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway({ DOSAR_LIMITS: 'on' });
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());
  const history = async (ask: Ask) =>
    ((await ask('get', '/search/history').expect(200)).body as { history: SearchEntry[] }).history;
  const look = (ask: Ask, query: string) => ask('get', `/search?${query}`).expect(200);

  it('is kept once a day, the newest first, and is nobody else’s', async () => {
    const { ask } = firm.bakery;
    expect(await history(ask)).toEqual([]);
    await look(ask, 'q=factura');
    await look(ask, 'q=bon&types=images&min_size=5');
    await look(ask, 'q=factura&page=2');
    await look(ask, 'q=factura');
    await look(ask, 'q=');
    await look(ask, 'q=ascuns&record=false');
    expect((await history(ask)).map(({ query, filters }) => [query, filters])).toEqual([
      ['bon', { types: 'images', min_size: '5' }],
      ['factura', {}],
    ]);
    expect(await history(firm.mill.ask)).toEqual([]);
  });

  it('is given a name, which nobody else sees, until it is taken away', async () => {
    const { ask } = firm.bakery;
    const saved = async (who: Ask) =>
      ((await who('get', '/search/saved').expect(200)).body as { saved: SavedSearch[] }).saved;
    const body = { name: ' Bonuri mari ', query: 'bon', filters: { min_size: '5' } };
    const answer = await ask('post', '/search/saved', body, { 'idempotency-key': 'bonuri-salvate-azi' }).expect(201);
    const { search } = answer.body as { search: SavedSearch };
    expect(search).toMatchObject({ name: 'Bonuri mari', query: 'bon', filters: { min_size: '5' } });
    await ask('post', '/search/saved', body, { 'idempotency-key': 'bonuri-salvate-azi' }).expect(201, { search });
    expect(await saved(ask)).toEqual([search]);
    expect(await saved(firm.mill.ask)).toEqual([]);
    await ask('post', '/search/saved', { ...body, name: 'BONURI mari' }).expect(409);
    await ask('post', '/search/saved', { name: 'Nimic', query: ' ', filters: {} }).expect(422);
    await ask('post', '/search/saved', { name: 'Altele', query: 'bon', filters: { sise: '5' } }).expect(422);
    await ask('delete', '/search/history').expect(204);
    await firm.mill.ask('delete', `/search/saved/${search.id}`).expect(404);
    await ask('delete', `/search/saved/${search.id}`).expect(204);
    await ask('delete', `/search/saved/${search.id}`).expect(404);
    expect(await saved(ask)).toEqual([]);
  });

  it('is forgotten, one or all of it', async () => {
    const { ask } = firm.mill;
    await look(ask, 'q=unu');
    await look(ask, 'q=doi');
    const [doi] = await history(ask);
    await firm.bakery.ask('delete', `/search/history/${doi!.id}`).expect(404);
    await ask('delete', `/search/history/${doi!.id}`).expect(204);
    expect((await history(ask)).map(({ query }) => query)).toEqual(['unu']);
    await ask('delete', `/search/history/${doi!.id}`).expect(404);
    await ask('delete', '/search/history').expect(204);
    await ask('delete', '/search/history').expect(204);
    expect(await history(ask)).toEqual([]);
    await look(ask, 'q=unu');
    expect(await history(ask)).toHaveLength(1);
  });

  it('is the newest twenty', async () => {
    const { ask } = firm.bakery;
    for (let at = 1; at <= 22; at += 1) await look(ask, `q=cautare${at}`);
    const found = await history(ask);
    expect([found.length, found[0]!.query, found.at(-1)!.query]).toEqual([20, 'cautare22', 'cautare3']);
  });

  it('is asked for so often and no more', async () => {
    const { accountantAsk } = firm;
    const look = () => accountantAsk('get', '/search?q=x&record=false');
    // at a frozen time
    await later(0, async () => {
      const answers = await Promise.all(Array.from({ length: 61 }, look));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(['1']);
    });
  });
});
