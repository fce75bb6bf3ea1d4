import { Refused, Unreachable } from '../../../platform/refusals';
import type { FileFault } from './file-checks';
import type { Duplicate, Upload } from './upload';
import { PARALLEL, STAYS_MS, Uploads } from './uploads';

type Sending = {
  upload: Upload;
  progress: (percent: number) => void;
  signal: AbortSignal;
  done: (duplicateOf?: Duplicate) => void;
  fail: (error: unknown) => void;
};

const aQueue = () => {
  const sending: Sending[] = [];
  const timers: { work: () => void; ms: number }[] = [];
  const uploaded: string[] = [];
  const fault = new Map<string, FileFault>();
  /** What becomes of photos of phones. */
  const made: (Blob | null)[] = [];
  let back: (() => void) | null = null;
  let number = 0;
  const uploads = new Uploads({
    newId: () => `key ${(number += 1)}`,
    check: ({ name }) => Promise.resolve(fault.get(name) ?? null),
    sendable: (file) => Promise.resolve(file.type === 'image/heic' ? made.shift()! : file),
    send: (upload, progress, signal) =>
      new Promise((resolve, reject) => {
        const done = (duplicateOf: Duplicate | null = null) =>
          resolve({ fileId: `file of ${upload.name}`, duplicateOf });
        sending.push({ upload, progress, signal, done, fail: reject });
      }),
    whenBack: () => new Promise<void>((resolve) => (back = resolve)),
    schedule: (work, ms) => void timers.push({ work, ms }),
    onUploaded: ({ name }) => void uploaded.push(name),
  });
  const add = async (...names: string[]) => {
    uploads.add(names.map((name) => ({ file: new Blob(['x']), name, clientId: 'c', folderId: null })));
    await settle();
  };
  const statuses = () => uploads.state.get().entries.map(({ name, status }) => `${name} ${status}`);
  const come = async () => {
    back?.();
    await settle();
  };
  const pass = (ms: number) => {
    for (const timer of timers.splice(0)) if (timer.ms <= ms) timer.work();
  };
  return { uploads, made, sending, uploaded, fault, add, statuses, come, pass, state: () => uploads.state.get() };
};

const settle = async () => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

const refused = () => new Refused(415, { error: '…', code: 'INVALID_FILE_TYPE', correlation_id: 'x' });

describe('uploads', () => {
  it('go several at once, the others wait', async () => {
    const { add, statuses, sending } = aQueue();
    await add('a', 'b', 'c', 'd');
    expect(statuses()).toEqual(['a uploading', 'b uploading', 'c uploading', 'd pending']);
    expect(sending).toHaveLength(PARALLEL);
    sending[1]!.done();
    await settle();
    expect(statuses()).toEqual(['a uploading', 'b completed', 'c uploading', 'd uploading']);
  });

  it('send what was made of a photo of a phone, also when it is tried again, and say when it cannot be read', async () => {
    const { uploads, made, sending, state, come } = aQueue();
    const jpeg = new Blob(['jpeg']);
    made.push(jpeg, null);
    const photo = new Blob(['heic'], { type: 'image/heic' });
    uploads.add(['a.jpg', 'b.jpg'].map((name) => ({ file: photo, name, clientId: 'c', folderId: null })));
    await settle();
    expect(sending.map(({ upload }) => upload.file)).toEqual([jpeg]);
    expect(state().failed.map(({ name, reason }) => [name, reason])).toEqual([['b.jpg', { fault: { why: 'photo' } }]]);
    sending[0]!.fail(new Unreachable('the line'));
    await settle();
    await come();
    expect(sending[1]!.upload.file).toBe(jpeg);
  });

  it('tell how far they are, and go three seconds after they are done', async () => {
    const { add, sending, statuses, uploaded, pass, state } = aQueue();
    await add('a');
    sending[0]!.progress(40);
    expect(state().entries[0]!.progress).toBe(40);
    sending[0]!.done();
    await settle();
    expect(uploaded).toEqual(['a']);
    pass(STAYS_MS.completed - 1);
    expect(statuses()).toEqual(['a completed']);
    const other = aQueue();
    await other.add('a');
    other.sending[0]!.done();
    await settle();
    other.pass(STAYS_MS.completed);
    expect(other.statuses()).toEqual([]);
  });

  it('that failed go after five seconds, but can be read about until somebody has', async () => {
    const { uploads, add, sending, statuses, pass, state } = aQueue();
    await add('a');
    sending[0]!.fail(refused());
    await settle();
    expect(statuses()).toEqual(['a error']);
    pass(STAYS_MS.error);
    expect(statuses()).toEqual([]);
    expect(state().failed.map(({ name }) => name)).toEqual(['a']);
    uploads.dismiss(state().failed[0]!.id);
    expect(state().failed).toEqual([]);
  });

  it('that are not fit are not sent', async () => {
    const { add, fault, sending, state } = aQueue();
    fault.set('a.exe', { why: 'extension', extension: 'exe' });
    await add('a.exe', 'b');
    expect(sending.map(({ upload }) => upload.name)).toEqual(['b']);
    expect(state().failed[0]!.reason).toEqual({ fault: { why: 'extension', extension: 'exe' } });
  });

  it('wait when the server is away and go on when it is back, under the same key', async () => {
    const { add, sending, statuses, come, state, uploaded } = aQueue();
    await add('a', 'b', 'c', 'd');
    for (const each of sending.splice(0)) each.fail(new Unreachable('away'));
    await settle();
    expect(state().isWaiting).toBe(true);
    expect(statuses()).toEqual(['a pending', 'b pending', 'c pending', 'd pending']);
    expect(sending).toHaveLength(0);
    await come();
    expect(sending.map(({ upload }) => upload.id)).toEqual(['key 1', 'key 2', 'key 3']);
    for (let at = 0; at < 4; at += 1) {
      sending[at]!.done();
      await settle();
    }
    expect(uploaded).toEqual(['a', 'b', 'c', 'd']);
    expect(state().failed).toEqual([]);
  });

  it('give up after the fourth attempt, and can be tried again by hand', async () => {
    const { uploads, add, sending, come, state } = aQueue();
    await add('a');
    for (let attempt = 0; attempt < 4; attempt += 1) {
      sending.at(-1)!.fail(new Unreachable('away'));
      await settle();
      await come();
    }
    expect(sending).toHaveLength(4);
    expect(state().failed).toHaveLength(1);
    uploads.retry(state().failed[0]!.id);
    await settle();
    expect(sending).toHaveLength(5);
    expect(state().failed).toEqual([]);
    expect(state().entries).toHaveLength(1);
    // as often as before
    sending.at(-1)!.fail(new Unreachable('away'));
    await settle();
    await come();
    expect([sending.length, state().failed]).toEqual([6, []]);
  });

  it('say how they ended when the last has', async () => {
    const { add, sending, state } = aQueue();
    await add('a', 'b');
    sending[0]!.done();
    await settle();
    expect(state().ended).toBeNull();
    sending[1]!.fail(refused());
    await settle();
    expect(state().ended).toEqual({ uploaded: 1, failed: 1 });
  });

  it('can be stopped, and none stays for the next person', async () => {
    const { uploads, add, sending, statuses } = aQueue();
    await add('a', 'b');
    uploads.cancel('key 1');
    sending[0]!.fail(new Unreachable('stopped'));
    await settle();
    expect(statuses()).toEqual(['b uploading']);
    uploads.clear();
    expect(statuses()).toEqual([]);
  });

  it('that are paused or cancelled before they are sent are not sent', async () => {
    const { uploads, add, statuses, sending } = aQueue();
    const adding = add('a', 'b');
    uploads.pause('key 1');
    uploads.cancel('key 2');
    await adding;
    expect([statuses(), sending.length]).toEqual([['a paused'], 0]);
    uploads.goOn('key 1');
    await settle();
    expect([statuses(), sending.length]).toEqual([['a uploading'], 1]);
  });

  it('can be paused and gone on with, and the others take the place meanwhile', async () => {
    const { uploads, add, sending, statuses, state } = aQueue();
    await add('a', 'b', 'c', 'd');
    sending[0]!.progress(40);
    uploads.pause('key 1');
    expect([sending[0]!.signal.aborted, sending[0]!.signal.reason]).not.toEqual([true, 'cancelled']);
    sending[0]!.fail(new Unreachable('stopped'));
    await settle();
    expect(statuses()).toEqual(['a paused', 'b uploading', 'c uploading', 'd uploading']);
    expect(state().entries[0]!.progress).toBe(40);
    for (const each of sending.slice(1)) each.done();
    await settle();
    expect(state().ended).toBeNull();
    uploads.goOn('key 1');
    await settle();
    expect(statuses()[0]).toBe('a uploading');
    sending.at(-1)!.done();
    await settle();
    expect(state().ended).toEqual({ uploaded: 4, failed: 0 });
  });

  it('go on where the same person is back, but for those that were paused', async () => {
    const { uploads, add, sending, statuses } = aQueue();
    await add('a', 'b');
    uploads.pause('key 1');
    const parked = uploads.park();
    for (const each of sending) each.fail(new Unreachable('stopped'));
    await settle();
    expect(statuses()).toEqual([]);
    uploads.goOnWith(parked);
    await settle();
    expect(statuses()).toEqual(['a paused', 'b uploading']);
  });

  it('say how many of all are over, and can be stopped all at once', async () => {
    const { uploads, add, sending, state, statuses } = aQueue();
    await add('a', 'b', 'c', 'd');
    sending[0]!.done();
    await settle();
    expect(state().tally).toEqual({ wanted: 4, over: 1 });
    uploads.cancelAll();
    expect(sending.slice(1).every(({ signal }) => signal.reason === 'cancelled')).toBe(true);
    for (const each of sending.slice(1)) each.fail(new Unreachable('stopped'));
    await settle();
    expect(statuses()).toEqual(['a completed']);
    expect(state()).toMatchObject({ tally: { wanted: 0, over: 0 }, ended: { uploaded: 1, failed: 0 } });
  });

  it('that are there already are told of until somebody has said whether they stay', async () => {
    const { uploads, add, sending, state } = aQueue();
    await add('a');
    sending[0]!.done({ name: 'la fel', folder: '02 Facturi primite' });
    await settle();
    expect(state().doubles).toMatchObject([{ fileId: 'file of a', of: { folder: '02 Facturi primite' } }]);
    uploads.settle('file of a');
    expect(state().doubles).toEqual([]);
  });
});
