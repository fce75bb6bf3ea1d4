import sharp from 'sharp';
import { FILE_LIMITS, MIME_TYPES, type File, type Folder, type Operation, type Problem } from '@dosar/contracts';
import { aFile, aFirm, aFolder, aGateway, operationOf, type Ask, type Gateway } from '../../testing/gateway';
import { aPagedPdf, pagesOf } from '../../testing/paged-documents';
import { readDocument } from '../texts/read-document';

type Taken = {
  readonly document?: number;
  readonly file_id: string;
  readonly page: number;
  readonly to?: number;
  readonly rotate?: number;
};

describe('pages of documents', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  const arrange = (ask: Ask, names: readonly string[], pages: readonly Taken[], more: object = {}) =>
    ask('post', '/files/arrange-pages', { documents: names.map((name) => ({ name })), pages, ...more });
  const ended = async (ask: Ask, begun: Operation): Promise<Operation> => {
    for (let last = begun; ;) {
      if (last.status !== 'in_progress') return last;
      last = operationOf(await ask('get', `/bulk/operations/${begun.id}`).expect(200));
    }
  };
  const made = async (ask: Ask, ...asked: readonly [readonly string[], readonly Taken[], object?]) =>
    ended(ask, operationOf(await arrange(ask, ...asked).expect(202)));
  const fileOf = async (ask: Ask, id: string) =>
    ((await ask('get', `/files/${id}`).expect(200)).body as { file: File }).file;
  const bytesOf = async (ask: Ask, id: string): Promise<Buffer> => {
    const { url } = (await ask('get', `/files/${id}/download`).expect(200)).body as { url: string };
    return (
      await ask('get', url.replace(/^.*\/api/, ''))
        .buffer(true)
        .parse((answer, done) => {
          const pieces: Buffer[] = [];
          answer.on('data', (piece: Buffer) => pieces.push(piece));
          answer.on('end', () => done(null, Buffer.concat(pieces)));
        })
    ).body as Buffer;
  };
  const wordsOf = async (ask: Ask, id: string): Promise<string[]> => {
    const bytes = new Uint8Array(await bytesOf(ask, id)).buffer;
    const read = await readDocument({ bytes, mimeType: MIME_TYPES.pdf });
    return 'text' in read ? read.text.split(/\n+/) : [read.why];
  };
  const refusedAs = ({ body }: { body: unknown }) => (body as Problem).code;
  const blobs = async () => {
    let count = 0;
    for await (const _ of gateway.ports.blobs.all()) count += 1;
    return count;
  };

  it('become documents of their own, and the scan stays as it is', async () => {
    const { ask } = firm.bakery;
    const folder = await aFolder(ask, 'Facturi împărțite');
    const scan = await aFile(ask, 'scan.pdf', {}, aPagedPdf(pagesOf('factura', 5)));
    const pages = [
      { document: 0, file_id: scan.id, page: 1, to: 2 },
      { document: 1, file_id: scan.id, page: 3, to: 5 },
    ];
    const operation = await made(ask, ['factura 1.pdf', 'factura 2.pdf'], pages, { target_folder_id: folder.id });
    expect(operation).toMatchObject({ kind: 'arrange_pages', status: 'completed', total: 2, done: 2, failed: [] });
    const [first, second] = operation.made!;
    expect(await fileOf(ask, first!.id)).toMatchObject({
      name: 'factura 1.pdf',
      folder_id: folder.id,
      mime_type: MIME_TYPES.pdf,
    });
    expect(await wordsOf(ask, first!.id)).toEqual(['factura 1', 'factura 2']);
    expect(await wordsOf(ask, second!.id)).toEqual(['factura 3', 'factura 4', 'factura 5']);
    expect(await fileOf(ask, scan.id)).toEqual(scan);
  });

  it('are put together from several files, in any order, twice, and turned', async () => {
    const { ask } = firm.bakery;
    const a = await aFile(ask, 'a.pdf', {}, aPagedPdf(pagesOf('a', 3)));
    const b = await aFile(ask, 'b.pdf', {}, aPagedPdf([{ words: 'b 1', head: '/Rotate 270' }]));
    const { made: documents } = await made(
      ask,
      ['împreună.pdf'],
      [
        { file_id: a.id, page: 3 },
        { file_id: b.id, page: 1, rotate: 180 },
        { file_id: a.id, page: 1, rotate: 90 },
        { file_id: a.id, page: 3 },
      ],
    );
    expect(await wordsOf(ask, documents![0]!.id)).toEqual(['a 3', 'b 1', 'a 1', 'a 3']);
    const turns = (await bytesOf(ask, documents![0]!.id)).toString('latin1').match(/\/Rotate \d+/g);
    expect(turns!.sort()).toEqual(['/Rotate 0', '/Rotate 0', '/Rotate 90', '/Rotate 90']);
  });

  it('of pictures are pages, upright', async () => {
    const { ask } = firm.bakery;
    const colour = { channels: 3, background: '#c33' } as const;
    const wide = sharp({ create: { width: 400, height: 200, ...colour } });
    const photo = await wide.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const ids = [
      (await aFile(ask, 'poza.jpg', {}, photo)).id,
      (await aFile(ask, 'ecran.png', {}, await wide.clone().png().toBuffer())).id,
      (await aFile(ask, 'bon.webp', {}, await wide.clone().webp().toBuffer())).id,
    ];
    const { made: documents } = await made(
      ask,
      ['poze.pdf'],
      ids.map((file_id) => ({ file_id, page: 1 })),
    );
    const text = (await bytesOf(ask, documents![0]!.id)).toString('latin1');
    const sizes = [...text.matchAll(/\/MediaBox \[\s*0 0 ([\d.]+) ([\d.]+)/g)].map(
      ([, width, height]) => Number(width) > Number(height),
    );
    expect(sizes.sort()).toEqual([false, true, true]);
  });

  it('bring nothing of the document around them, and nothing that is run', async () => {
    const { ask } = firm.bakery;
    const script = "<< /S /JavaScript /JS (app.alert\\('x'\\)) >>";
    const remarks = `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [5 0 R /Fit] >>
      << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://exemplu.ro/factura) >> >>
      << /Type /Annot /Subtype /Widget /FT /Btn /T (buton) /Rect [0 0 9 9] /AP << /N 7 0 R >> /A ${script} /AA << /D ${script} >> >>]`;
    const bytes = aPagedPdf([{ words: 'public', head: `/AA << /O ${script} >> ${remarks}` }, { words: 'secret' }], {
      catalog: `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} /Names << /JavaScript << /Names [(x) ${script}] >> >> >>`,
      more: ['<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream'],
    });
    const source = await aFile(ask, 'cu program.pdf', {}, bytes);
    const { made: documents } = await made(ask, ['fără program.pdf'], [{ file_id: source.id, page: 1 }]);
    const text = (await bytesOf(ask, documents![0]!.id)).toString('latin1');
    expect(text).not.toMatch(/JavaScript|alert|secret|\/Dest|\/AA/);
    expect(text).toContain('https://exemplu.ro/factura');
    expect(text).toContain('/Stamp');
    expect(await wordsOf(ask, documents![0]!.id)).toEqual(['public']);
  });

  it('are made once, however often it is asked for', async () => {
    const { ask } = firm.bakery;
    const { id } = await aFile(ask, 'o dată.pdf', {}, aPagedPdf(pagesOf('x', 2)));
    const body = { documents: [{ name: 'una.pdf' }], pages: [{ file_id: id, page: 1 }] };
    const key = { 'idempotency-key': `pages ${id}` };
    const once = () => ask('post', '/files/arrange-pages', body, key).expect(202);
    const first = operationOf(await once());
    const again = operationOf(await once());
    expect(again.id).toBe(first.id);
    const { files } = (await ask('get', '/files')).body as { files: File[] };
    expect(files.filter(({ name }) => name?.startsWith('una'))).toHaveLength(1);
  });

  it('come all or not at all, and the file to blame is named', async () => {
    const { ask } = firm.bakery;
    const good = await aFile(ask, 'bun.pdf', {}, aPagedPdf(pagesOf('x', 2)));
    const text = await aFile(ask, 'text.txt', {}, 'text');
    const before = await blobs();
    const pages = [
      { document: 0, file_id: good.id, page: 1 },
      { document: 1, file_id: good.id, page: 3 },
    ];
    const { body } = await arrange(ask, ['da.pdf', 'nu.pdf'], pages).expect(422);
    expect(body).toMatchObject({ code: 'PAGE_MISSING', fields: { pages: 'Fișierul: bun.pdf' } });
    expect((await arrange(ask, ['t.pdf'], [{ file_id: text.id, page: 1 }]).expect(422)).body).toMatchObject({
      code: 'PAGE_MISSING',
      fields: { pages: 'Fișierul: text.txt' },
    });
    expect(await blobs()).toBe(before);
    const { files } = (await ask('get', '/files')).body as { files: File[] };
    expect(files.filter(({ name }) => name === 'da.pdf')).toEqual([]);
  });

  it('are asked for by those who may, where they may', async () => {
    const { ask } = firm.bakery;
    const own = await aFile(ask, 'al meu.pdf', {}, aPagedPdf(pagesOf('x', 1)));
    const pages = [{ file_id: own.id, page: 1 }];
    expect(refusedAs(await arrange(firm.mill.ask, ['x.pdf'], pages).expect(422))).toBe('BULK_INVALID_SELECTION');
    await arrange(firm.mill.ask, ['x.pdf'], pages, { client_id: firm.bakery.client.id }).expect(404);
    const { folders } = (await ask('post', '/folders/bulk-create-accounting-structure', { year: 2031 }).expect(201))
      .body as { folders: Folder[] };
    const closed = folders.find(({ firm_only }) => firm_only)!;
    expect(refusedAs(await arrange(ask, ['x.pdf'], pages, { target_folder_id: closed.id }).expect(403))).toBe(
      'ACCESS_DENIED',
    );
    await arrange(ask, ['x.pdf'], pages, { target_folder_id: 'nowhere' }).expect(404);
  });

  it('are refused when a document would be empty, unnamed or of too many', async () => {
    const { ask } = firm.bakery;
    const { id } = await aFile(ask, 'y.pdf', {}, aPagedPdf(pagesOf('y', 1)));
    const page = { file_id: id, page: 1 };
    for (const asked of [
      arrange(ask, ['a.pdf', 'b.pdf'], [page]),
      arrange(ask, ['a.pdf'], [{ ...page, document: 1 }]),
      arrange(ask, ['a.docx'], [page]),
      arrange(ask, ['a.pdf'], []),
      arrange(ask, ['a.pdf'], [{ ...page, page: 0 }]),
      arrange(ask, ['a.pdf'], [{ ...page, rotate: 45 }]),
      arrange(ask, ['a.pdf'], [{ ...page, to: FILE_LIMITS.pages + 1 }]),
      arrange(ask, ['a.pdf'], [{ ...page, page: 2, to: 1 }]),
      arrange(
        ask,
        ['a.pdf'],
        Array.from({ length: FILE_LIMITS.pageRuns + 1 }, () => page),
      ),
      arrange(
        ask,
        ['a.pdf'],
        Array.from({ length: 21 }, (_, at) => ({ file_id: `f${at}`, page: 1 })),
      ),
    ])
      expect(refusedAs(await asked.expect(422))).toBe('VALIDATION_FAILED');
  });

  it('are one deed, which is undone as a whole', async () => {
    const { ask } = firm.bakery;
    const { id } = await aFile(ask, 'z.pdf', {}, aPagedPdf(pagesOf('z', 2)));
    const pages = [1, 2].map((page) => ({ document: page - 1, file_id: id, page }));
    const answer = await arrange(ask, ['z 1.pdf', 'z 2.pdf'], pages).expect(202);
    const { made: documents } = await ended(ask, operationOf(answer));
    const correlation_id = answer.headers['x-correlation-id'];
    await ask('post', '/audit/undo', { correlation_id }).expect(200);
    for (const each of documents!) await ask('get', `/files/${each.id}`).expect(404);
    await ask('get', `/files/${id}`).expect(200);
  });

  it('stay within what the client may have', async () => {
    const { ask, client } = firm.mill;
    const { id, size } = await aFile(ask, 'q.pdf', {}, aPagedPdf(pagesOf('q', 1)));
    await firm.admin('patch', `/clients/${client.id}`, { quota: size + 10 }).expect(200);
    const before = await blobs();
    expect(refusedAs(await arrange(ask, ['q 1.pdf'], [{ file_id: id, page: 1 }]).expect(507))).toBe('QUOTA_EXCEEDED');
    expect(await blobs()).toBe(before);
  });
});
