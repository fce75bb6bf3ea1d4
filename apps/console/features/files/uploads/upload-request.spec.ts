/** @jest-environment ./testing/browser.cjs */
import { session } from '../../../platform/api';
import { Unreachable } from '../../../platform/refusals';
import { aFile } from '../../../testing/drive';
import type { Upload } from './upload';
import { sendUpload } from './upload-request';

/** What browsers send forms by, to a server that a story speaks for. */
class Request {
  static readonly all: Request[] = [];
  readonly upload: { onprogress?: (event: object) => void } = {};
  readonly headers: Record<string, string> = {};
  address = '';
  form = new FormData();
  status = 0;
  responseText = '';
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  onloadend = () => {};
  constructor() {
    Request.all.push(this);
  }
  open(method: string, path: string) {
    this.address = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return null;
  }
  send(form: FormData) {
    this.form = form;
  }
  abort() {
    this.onabort();
    this.onloadend();
  }
  answer(status: number, body: unknown) {
    Object.assign(this, { status, responseText: typeof body === 'string' ? body : JSON.stringify(body) });
    this.onload();
    this.onloadend();
  }
}

const upload = (folderId: string | null = null) =>
  ({ id: 'key', clientId: 'c', folderId, file: new File(['abc'], 'x'), name: 'a.pdf' }) as unknown as Upload;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const over = { error: 'Sesiunea a expirat.', code: 'SESSION_EXPIRED', correlation_id: 'x' };

describe('a file that is sent', () => {
  const percents: number[] = [];
  const last = () => Request.all.at(-1)!;
  const begin = async (wanted = upload(), giving = new AbortController()) => {
    const sending = sendUpload(wanted, (percent) => percents.push(percent), giving.signal);
    sending.catch(() => {});
    await jest.advanceTimersByTimeAsync(0);
    return sending;
  };
  const sent = (wanted?: Upload, giving?: AbortController) => ({ sending: begin(wanted, giving) });
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    Object.assign(globalThis, { XMLHttpRequest: Request });
    Request.all.length = 0;
    percents.length = 0;
    session.open({ token: 'mine', expires_at: inAnHour() });
  });
  afterEach(() => {
    session.close();
    jest.useRealTimers();
  });

  it('goes with its name, its place and a key of its own, and tells how far it has come', async () => {
    const { sending } = sent(upload('d'));
    await jest.advanceTimersByTimeAsync(0);
    expect(last().address).toBe('POST /api/files/upload');
    expect(last().headers).toMatchObject({ authorization: 'Bearer mine', 'idempotency-key': 'key' });
    expect([...last().form.keys()]).toEqual(['client_id', 'folder_id', 'file']);
    expect((last().form.get('file') as File).name).toBe('a.pdf');
    last().upload.onprogress!({ loaded: 1, total: 3 });
    last().upload.onprogress!({ loaded: 3, total: 3 });
    last().answer(201, { file: aFile('f', 'a.pdf') });
    expect(await sending).toEqual({ fileId: 'f', duplicateOf: null });
    expect(percents).toEqual([33, 100]);
  });

  it('goes to the root without a folder, and is told of another that is the same', async () => {
    const { sending } = sent();
    await jest.advanceTimersByTimeAsync(0);
    expect([...last().form.keys()]).toEqual(['client_id', 'file']);
    const duplicate_of = { id: 'g', name: 'b.pdf', folder_path: '/Facturi/2026' };
    last().answer(201, { file: aFile('f', 'a.pdf', null, { duplicate_of }) });
    expect(await sending).toEqual({ fileId: 'f', duplicateOf: { name: 'b.pdf', folder: '2026' } });
  });

  it('that is refused says why; an answer of somebody else has its status', async () => {
    const refused = { error: 'Prea mare.', code: 'FILE_TOO_LARGE', correlation_id: 'x' };
    for (const [status, body, isOurs] of [
      [413, refused, true],
      [413, '<html>', false],
      [502, '<html>', false],
      [201, '{}', false],
    ] as const) {
      const { sending } = sent();
      await jest.advanceTimersByTimeAsync(0);
      last().answer(status, body);
      await expect(sending).rejects.toMatchObject({ status, isOurs });
    }
  });

  it('on which nothing moves for half a minute is lost, and so is one that breaks', async () => {
    const { sending } = sent();
    await jest.advanceTimersByTimeAsync(29_000);
    last().upload.onprogress!({ loaded: 1, total: 3 });
    await jest.advanceTimersByTimeAsync(29_000);
    let isOver = false;
    sending.catch(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(0);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1_001);
    await expect(sending).rejects.toBeInstanceOf(Unreachable);
    const broken = sent();
    await jest.advanceTimersByTimeAsync(0);
    last().onerror();
    await expect(broken.sending).rejects.toBeInstanceOf(Unreachable);
  });

  it('can be stopped, before it is sent and on its way', async () => {
    const giving = new AbortController();
    const { sending } = sent(upload(), giving);
    await jest.advanceTimersByTimeAsync(0);
    giving.abort();
    await expect(sending).rejects.toBeInstanceOf(Unreachable);
    await expect(begin(upload(), giving)).rejects.toThrow();
    expect(Request.all).toHaveLength(1);
  });

  it('is over with its session', async () => {
    globalThis.fetch = async () => Response.json(over, { status: 401 });
    const { sending } = sent();
    await jest.advanceTimersByTimeAsync(0);
    last().answer(401, over);
    await expect(sending).rejects.toMatchObject({ status: 401 });
    expect([Request.all.length, session.token]).toEqual([1, null]);
  });
});
