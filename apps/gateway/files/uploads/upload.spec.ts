import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { BLOCKED_EXTENSIONS, FILE_LIMITS, MIME_TYPES, type File, type Problem } from '@dosar/contracts';
import { aFirm, aFolder, aGateway, anUpload, type Gateway } from '../../testing/gateway';
import { staysSo, until } from '@dosar/kernel/testing/waiting';

const documents = join(__dirname, '../../demo/documents/brutaria-2026-09');
const document = (ending: string) =>
  readFileSync(
    join(
      documents,
      readdirSync(documents).find((name) => name.endsWith(ending))!,
    ),
  );
const EXE = Buffer.concat([Buffer.from('MZ\x90\x00\x03\x00\x00\x00'), Buffer.alloc(2_000, 1)]);
const ELF = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(2_000, 1)]);
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
/** A container of old Office documents whose directory has these names, and a class id. */
const ole = (names: readonly string[], classId = Buffer.alloc(16)) => {
  const bytes = Buffer.alloc(4_096);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(1, 48);
  names.forEach((name, at) => Buffer.from(name, 'utf16le').copy(bytes, 1_024 + at * 128));
  classId.copy(bytes, 1_024 + 80);
  return bytes;
};

describe('what may be uploaded', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let ask: (typeof firm)['bakery']['ask'];
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    ask = firm.bakery.ask;
  });
  afterAll(() => gateway.close());

  const blobs = async () => {
    let count = 0;
    for await (const _ of gateway.ports.blobs.all()) count += 1;
    return count;
  };
  const leavesNothing = async (
    upload: () => Promise<{ status: number; body: unknown }>,
    status: number,
    code: string,
  ) => {
    const before = await blobs();
    const files = (await ask('get', '/files')).body as unknown;
    const { status: found, body } = await upload();
    expect([found, (body as { code: string }).code]).toEqual([status, code]);
    expect([await blobs(), (await ask('get', '/files')).body]).toEqual([before, files]);
  };

  it.each(readdirSync(documents))('a real document: %s', async (name) => {
    const { body } = await anUpload(ask, name, readFileSync(join(documents, name))).expect(201);
    expect(body).toMatchObject({ file: { name: name.normalize('NFC') } });
  });

  it.each(BLOCKED_EXTENSIONS)('not a name that ends in .%s', (extension) =>
    leavesNothing(() => anUpload(ask, `factura.pdf.${extension}`, PDF), 415, 'INVALID_FILE_TYPE'),
  );
  it.each(['factura', 'factura.', 'factura.heic', '.pdf', 'factura.pdf .exe', 'a.exe.pdf', 'a.JS.txt'])(
    'not the name %j',
    (name) => leavesNothing(() => anUpload(ask, name, EXE), 415, 'INVALID_FILE_TYPE'),
  );

  it.each([
    ['a program as a PDF', 'factura.pdf', EXE],
    ['a program as a picture', 'poza.jpg', ELF],
    ['a program as a text', 'nota.txt', EXE],
    ['a program as a document', 'contract.docx', EXE],
    ['a PDF as a picture', 'poza.png', PDF],
    ['a script as a text', 'nota.txt', '#!/bin/sh\nrm -rf /\n'],
    ['a batch file as a text', 'nota.txt', '@echo off\r\ndel *.*\r\n'],
    ['a page as a text', 'nota.txt', '\ufeff  <!DOCTYPE html><html></html>'],
    ['a page as XML', 'factura.xml', '<?xml version="1.0"?>\n<!-- x --><html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['a script as a table', 'tabel.csv', '<script>alert(1)</script>'],
    ['bytes as a text', 'nota.txt', Buffer.from('abc\0def')],
    ['a text as XML', 'factura.xml', 'doar text'],
    ['a text as a drawing', 'desen.svg', '<xml/>'],
    [
      'an installer as a table',
      'tabel.xls',
      ole(['Root Entry', 'Workbook'], Buffer.from('84100c0000000000c000000000000046', 'hex')),
    ],
    ['a container of nothing as a document', 'act.doc', ole(['Root Entry'])],
    [
      'a program archive as a ZIP',
      'arhiva.zip',
      Buffer.concat([
        Buffer.from('504b0304140008080800', 'hex'),
        Buffer.alloc(16),
        Buffer.from('14000400', 'hex'),
        Buffer.from('META-INF/MANIFEST.MF'),
        Buffer.alloc(200),
      ]),
    ],
    ['nothing as a PDF', 'factura.pdf', ''],
  ])('not %s', (_, name, bytes) => leavesNothing(() => anUpload(ask, name, bytes), 415, 'INVALID_FILE_TYPE'));

  const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  it.each([
    ['a page in UTF-16 as XML', 'pagina.xml', wide('<html><script>1</script></html>')],
    ['a page in UTF-16 as a text', 'pagina.txt', wide('  <!-- x --><html></html>')],
    ['a page in UTF-16, the other way round', 'pagina.txt', wide('<html></html>').swap16()],
    ['a page under a prefix', 'pagina.xml', '<a:html xmlns:a="http://www.w3.org/1999/xhtml"/>'],
    ['a page behind a style sheet', 'pagina.xml', '<?xml version="1.0"?><?xml-stylesheet href="x"?><html/>'],
    ['a page behind more blanks than are looked at', 'pagina.txt', `${' \n'.repeat(40_000)}<html/>`],
    ['a page behind more remarks than are looked at', 'pagina.xml', `${'<!-- x -->'.repeat(7_000)}<html/>`],
  ])('not %s', (_, name, bytes) => leavesNothing(() => anUpload(ask, name, bytes), 415, 'INVALID_FILE_TYPE'));

  it('remarks in a row, as soon as any other text', async () => {
    await anUpload(ask, 'note.xml', `${'<!---->'.repeat(60)}<a/>`).expect(201);
    await anUpload(ask, 'note.xml', `${'<!---->'.repeat(9_000)}<a/>`).expect(201);
    await leavesNothing(() => anUpload(ask, `${'a.'.repeat(35_000)}pdf.txt`, 'x\0'), 415, 'INVALID_FILE_TYPE');
  });

  it.each([
    ['an old document', 'act.doc', ole(['Root Entry', 'WordDocument'])],
    ['an empty text', 'gol.txt', ''],
    ['a text that begins as programs do', 'mz.txt', 'MZ este un prefix, iar nu un program'],
    ['a text of an old alphabet', 'vechi.txt', Buffer.from([0xba, 0xfe, 0xaa, 0xde, 0x0a])],
    ['a text in UTF-16', 'unicode.txt', Buffer.from('\ufeffÎncasări', 'utf16le')],
    ['a drawing', 'desen.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
  ])('%s', (_, name, bytes) => anUpload(ask, name, bytes).expect(201));

  it.each([
    ['a PDF behind a line end', 'portal.pdf', Buffer.concat([Buffer.from('\r\n'), document('.pdf')]), 'pdf', 'pdf'],
    [
      'a PDF behind a line of a printer',
      'erp.pdf',
      Buffer.concat([Buffer.from('@PJL\r\n'), document('.pdf')]),
      'pdf',
      'pdf',
    ],
    ['a workbook with the older name', 'vechi.xls', document('.xlsx'), 'xlsx', null],
    ['a workbook with the name of a text', 'extras.csv', document('.xlsx'), 'xlsx', null],
    [
      'lines of cells with the name of a workbook',
      'banca.xls',
      Buffer.from('Data;Suma\n01.03.2026;5\n'),
      'csv',
      'table',
    ],
    ['XML with the name of a text', 'factura.txt', Buffer.from('<?xml version="1.0"?><a/>'), 'xml', 'text'],
  ] as const)('%s, shown as what it is', async (_, name, bytes, type, kind) => {
    const { body } = await anUpload(ask, name, bytes).expect(201);
    const { file } = body as { file: File };
    expect(file).toMatchObject({ name, mime_type: MIME_TYPES[type] });
    const preview = await ask('get', `/files/${file.id}/preview`).expect(200);
    if (kind) expect(preview.body).toMatchObject({ kind });
    expect(preview.body).not.toHaveProperty('why');
    await ask('patch', `/files/${file.id}`, { name: `alt ${name}` }).expect(200);
  });

  it.each([
    ['factura.pdf', '', 'Fișierul este gol.'],
    ['factura.pdf', 'doar text', 'Conținutul nu este de tip .pdf.'],
    ['factura.pdf', '<!doctype html><html></html>', 'Conținutul este o pagină web sau un script, nu un document .pdf.'],
    ['poza.png', PDF, 'Conținutul nu este de tip .png, ci .pdf.'],
    ['act.docx', ELF, 'Conținutul este al unui program, nu al unui document.'],
  ])('%s says of its content why it is not taken', async (name, bytes, file) => {
    const { body } = await anUpload(ask, name, bytes).expect(415);
    expect(body).toMatchObject({ code: 'INVALID_FILE_TYPE', fields: { file } });
  });

  it.each(['Factura Booking.com.txt', 'raport node.js.txt', 'ALFA.COM.txt'])('the name %j', async (name) => {
    const { body } = await anUpload(ask, name, 'x').expect(201);
    expect(body).toMatchObject({ file: { name } });
  });

  it.each([
    ['a.exe.pdf', 'Numele ascunde extensia .exe, care este a programelor. Redenumiți fișierul dacă este document.'],
    ['a.pdf.com', 'Fișierele de tipul acesta (.com) nu sunt acceptate.'],
    ['factura', 'Numele nu are extensie, așa că tipul documentului nu poate fi recunoscut.'],
  ])('the name %j says why not', async (name, file) => {
    const { body } = await anUpload(ask, name, PDF).expect(415);
    expect(body).toMatchObject({ code: 'INVALID_FILE_TYPE', fields: { file } });
  });

  it('an uploaded name is mended, not refused', async () => {
    const { body } = await anUpload(ask, 'C:\\Acte\\fact\u202eura.txt', 'x').expect(201);
    expect(body).toMatchObject({ file: { name: 'fact_ura.txt' } });
  });

  it('a file of exactly 20 MB, and not of one byte more', async () => {
    const limit = FILE_LIMITS.file;
    await anUpload(ask, 'mare.txt', Buffer.alloc(limit, 'a')).expect(201);
    await leavesNothing(() => anUpload(ask, 'prea mare.txt', Buffer.alloc(limit + 1, 'a')), 413, 'FILE_TOO_LARGE');
  });

  it('names what is wrong with the form', async () => {
    const code = async (asked: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await asked;
      const { code, fields } = body as { code: string; fields?: object };
      return [status, code, Object.keys(fields ?? {})];
    };
    expect(await code(ask('post', '/files/upload').field('folder_id', 'x'))).toEqual([
      422,
      'VALIDATION_FAILED',
      ['file'],
    ]);
    expect(await code(anUpload(ask, 'x.txt', 'x', { surprise: '1' }))).toEqual([
      422,
      'VALIDATION_FAILED',
      ['surprise'],
    ]);
    expect(await code(anUpload(ask, 'x.txt', 'x', { from_chat: 'maybe' }))).toEqual([
      422,
      'VALIDATION_FAILED',
      ['from_chat'],
    ]);
    expect(await code(anUpload(ask, 'x.txt', 'x').attach('file', Buffer.from('y'), 'y.txt'))).toEqual([
      400,
      'MALFORMED_REQUEST',
      [],
    ]);
    expect(await code(ask('post', '/files/upload', { name: 'x' }))).toEqual([400, 'MALFORMED_REQUEST', []]);
    expect(await code(anUpload(firm.admin, 'x.txt', 'x'))).toEqual([422, 'VALIDATION_FAILED', ['client_id']]);
    expect(await blobs()).toBe(await blobs());
  });

  describe('over a real line', () => {
    let port: number;
    let token: string;
    beforeAll(async () => {
      await gateway.app.listen(0, '127.0.0.1');
      port = (gateway.server.address() as AddressInfo).port;
      const { body } = await gateway.anonymous('post', '/auth/login', {
        email: firm.bakery.user.email!,
        password: 'Parola-Lunga-1',
      });
      token = (body as { token: string }).token;
    });

    const head = (name: string) =>
      `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`;

    it('refuses what is announced as too large before it has come', async () => {
      const status = await new Promise<number>((resolve, reject) => {
        const asked = httpRequest(
          {
            port,
            method: 'POST',
            path: '/api/files/upload',
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'multipart/form-data; boundary=b',
              'content-length': 1_000_000_000,
            },
          },
          (answer) => {
            resolve(answer.statusCode!);
            asked.destroy();
          },
        );
        asked.on('error', reject);
        asked.write(head('mare.pdf') + PDF.toString());
      });
      expect(status).toBe(413);
    });

    it.each(['form-data', 'form-data; filename="a.txt"', 'form-data; filename="a.txt"; name'])(
      'refuses a part that has no name: %s',
      async (disposition) => {
        const body = `--b\r\nContent-Disposition: ${disposition}\r\nContent-Type: text/plain\r\n\r\nabc\r\n--b--\r\n`;
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' };
        const answer = await fetch(`http://127.0.0.1:${port}/api/files/upload`, { method: 'POST', headers, body });
        expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([422, 'VALIDATION_FAILED']);
      },
    );

    it('keeps neither file nor bytes of an upload that breaks off', async () => {
      const before = await blobs();
      const listing = (await ask('get', '/files')).body as unknown;
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(
            `POST /api/files/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 500000\r\n\r\n${head('rupt.txt')}`,
          );
          socket.write(Buffer.alloc(200_000, 'a'));
          setTimeout(() => socket.destroy(), 100);
        });
        socket.on('close', () => resolve());
        socket.on('error', () => undefined);
      });
      const isAsBefore = async () =>
        isDeepStrictEqual([await blobs(), (await ask('get', '/files')).body], [before, listing]);
      await until(isAsBefore);
      await staysSo(isAsBefore);
    });
  });

  it('nothing over the quota', async () => {
    const { client } = firm.mill;
    const limited = await firm
      .admin('post', '/clients', { societate: 'Mică', cui: '7654321', firm_id: firm.firm.id, quota: 10 })
      .expect(201);
    const { id } = (limited.body as { client: { id: string } }).client;
    await anUpload(firm.admin, 'a.txt', '123456', { client_id: id }).expect(201);
    expect((await anUpload(firm.admin, 'b.txt', '123456', { client_id: id }).expect(507)).body).toMatchObject({
      code: 'QUOTA_EXCEEDED',
    });
    expect((await firm.admin('get', `/clients/${id}`)).body).toMatchObject({
      client: { storage: { used: 6, quota: 10 } },
    });
    expect(client.storage.quota).toBe(0);
    await aFolder(ask, 'Altceva');
  });
});
