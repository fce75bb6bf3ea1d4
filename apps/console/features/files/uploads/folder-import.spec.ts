/** @jest-environment ./testing/browser.cjs */
import type { Folder } from '@dosar/contracts';
import { queries } from '../../../platform/queries';
import { aFolder } from '../../../testing/drive';
import type { Dropped } from './dropped';
import { tree } from '../files.queries';
import { session } from '../../../platform/api';
import { forgetUnsent, goOnUploading, importDropped, unsent, unsentBy, uploads } from './folder-import';

const aFile = (path: string): Dropped => {
  const [name, ...folders] = path.split('/').reverse();
  return { path: folders.reverse(), file: new File(['x'], name!) };
};
const anEmpty = (path: string): Dropped => ({ path: path.split('/'), file: null });

/** Folders of a client at a server, which answers so often only after so many failures. */
const aServer = (folders: readonly Folder[], { away = 0, taken = [] as readonly string[] } = {}) => {
  const made: string[] = [];
  let left = away;
  globalThis.fetch = async (address, { method, body } = {}) => {
    if ((address as string).endsWith('/health/live')) return Response.json({ status: 'ok' });
    if (method === 'GET')
      return Response.json({ client_id: 'c', tree: folders.map((folder) => ({ ...folder, children: [] })) });
    left -= 1;
    if (left >= 0) throw new TypeError('no line');
    const { name, parent_folder_id: parent = null } = JSON.parse(body as string) as {
      name: string;
      parent_folder_id?: string;
    };
    const refusal = (code: string) => Response.json({ error: code, code, correlation_id: 'x' }, { status: 409 });
    if (taken.includes(name)) return refusal('NAME_TAKEN');
    if (name === 'Interzis') return refusal('ACCESS_DENIED');
    made.push(`${parent ?? ''}/${name}`);
    return Response.json({ folder: aFolder(`id of ${name}`, name, parent) });
  };
  return made;
};
/** What is to be uploaded, once it was looked at. */
const wanted = async () => {
  await jest.advanceTimersByTimeAsync(0);
  return uploads.unfinished.map(({ name, folderId }) => [name, folderId]);
};

// jsdom has files that cannot be read
Blob.prototype.arrayBuffer = async () => new ArrayBuffer(1);

describe('what is brought into a folder', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    queries.clear();
    uploads.clear();
  });
  afterEach(() => {
    uploads.clear();
    jest.useRealTimers();
  });

  it('is uploaded into the folders that it came in, each made once', async () => {
    const made = aServer([]);
    await importDropped([aFile('a.pdf'), aFile('F/b.pdf'), aFile('F/G/c.pdf'), anEmpty('F/H')], 'c', 'here');
    expect(made).toEqual(['here/F', 'id of F/G', 'id of F/H']);
    expect(await wanted()).toEqual([
      ['a.pdf', 'here'],
      ['b.pdf', 'id of F'],
      ['c.pdf', 'id of G'],
    ]);
  });

  it('goes into folders that are there, whatever their letters', async () => {
    const there = [aFolder('1', 'Facturi')];
    const made = aServer(there);
    queries.setQueryData(tree('c').queryKey, { client_id: 'c', tree: [{ ...there[0]!, children: [] }] });
    await importDropped([aFile('FACTURI/a.pdf')], 'c', null);
    expect([made, await wanted()]).toEqual([[], [['a.pdf', '1']]]);
  });

  it('goes into a folder that somebody made meanwhile', async () => {
    aServer([aFolder('1', 'Facturi')], { taken: ['Facturi'] });
    queries.setQueryData(tree('c').queryKey, { client_id: 'c', tree: [] });
    await importDropped([aFile('Facturi/a.pdf')], 'c', null);
    expect(await wanted()).toEqual([['a.pdf', '1']]);
  });

  it('waits for a server that does not answer', async () => {
    const made = aServer([], { away: 2 });
    const importing = importDropped([aFile('F/a.pdf')], 'c', null);
    await jest.advanceTimersByTimeAsync(3_000);
    await importing;
    expect([made, await wanted()]).toEqual([['/F'], [['a.pdf', 'id of F']]]);
  });

  it('is not begun where a folder may not be made', async () => {
    aServer([]);
    await expect(importDropped([aFile('Interzis/a.pdf')], 'c', null)).rejects.toMatchObject({ status: 409 });
    aServer([], { taken: ['Gol'] });
    await expect(importDropped([anEmpty('Gol')], 'c', null)).rejects.toMatchObject({ status: 409 });
    expect(await wanted()).toEqual([]);
  });
});

describe('what was still to be sent when a session ended', () => {
  const signIn = (personId: string) => {
    const payload = btoa(JSON.stringify({ user_id: personId, role: 'user', exp: 0, sid: `s of ${personId}` }));
    session.open({ token: `x.${payload}.y`, expires_at: new Date(Date.now() + 900_000).toISOString() });
  };
  const shown = () => unsentBy(unsent.get(), session.personId);

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    queries.clear();
    forgetUnsent();
  });
  afterEach(() => {
    session.close();
    uploads.clear();
    jest.useRealTimers();
  });

  const going = () => uploads.unfinished.map(({ name }) => name);

  it('P14: goes on once the same person is back, and is named meanwhile if the page is left', async () => {
    aServer([]);
    signIn('ana');
    await importDropped([aFile('a.pdf'), aFile('b.pdf')], 'c', null);
    const ids = uploads.unfinished.map(({ id }) => id);
    session.close('Sesiunea a expirat.');
    expect(uploads.isBusy).toBe(false);
    dispatchEvent(new Event('pagehide'));
    expect(JSON.parse(sessionStorage.getItem('dosar.unsent')!)).toEqual({ by: 'ana', names: ['a.pdf', 'b.pdf'] });
    signIn('ana');
    goOnUploading();
    // sent under the same keys, a file that came is there once
    expect([going(), uploads.unfinished.map(({ id }) => id)]).toEqual([['a.pdf', 'b.pdf'], ids]);
    goOnUploading();
    expect(going()).toHaveLength(2);
  });

  it('is nobody else’s, nor of who has left', async () => {
    aServer([]);
    signIn('ana');
    await importDropped([aFile('a.pdf')], 'c', null);
    session.close('Sesiunea a expirat.');
    signIn('elena');
    goOnUploading();
    expect([shown(), going()]).toEqual([[], []]);
    await importDropped([aFile('b.pdf')], 'c', null);
    session.close();
    signIn('elena');
    goOnUploading();
    expect([shown(), going()]).toEqual([[], []]);
  });
});
