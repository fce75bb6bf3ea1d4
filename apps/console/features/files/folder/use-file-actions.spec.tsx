/** @jest-environment ./testing/browser.cjs */
import { screen, waitFor } from '@testing-library/react';
import { toasts } from '../../../platform/toasts';
import { aFile } from '../../../testing/drive';
import { show } from '../../../testing/screen';
import { entryOfFile } from '../list/entries';
import { undoLast } from './undo';
import { useFileActions } from './use-file-actions';

const many = Array.from({ length: 1_100 }, (_, at) => entryOfFile(aFile(`f${at}`, `${at}.pdf`)));

type Asked = { readonly path: string; readonly deed: string | undefined; readonly body: { file_ids?: string[] } };

/** A server that does what it is asked, and names a deed by what the call brought. */
const aServer = (): Asked[] => {
  const asked: Asked[] = [];
  globalThis.fetch = (address, init) => {
    const path = (address as string).replace('/api', '');
    const headers = init!.headers as Record<string, string>;
    const deed = headers['x-correlation-id'];
    const body = JSON.parse(init!.body as string) as Asked['body'];
    asked.push({ path, deed, body });
    const count = body.file_ids?.length ?? 0;
    const operation = { id: `o${asked.length}`, kind: 'delete', status: 'completed', total: count, done: count };
    const over = { failed: [], created_at: '2026-03-04T10:00:00.000Z', finished_at: null };
    const plan = { correlation_id: null, steps: [], total: 0, conflicts: 0, nothing: [] };
    const reply = { url: `#${asked.length}`, operation: { ...operation, ...over }, plan };
    return Promise.resolve(Response.json(reply, { headers: { 'x-correlation-id': `of ${deed}` } }));
  };
  return asked;
};

const Actions = () => {
  const { download, remove } = useFileActions('c');
  return (
    <>
      <button onClick={() => void download(many)}>download</button>
      <button onClick={() => void remove(many)}>remove</button>
    </>
  );
};
const sizes = (asked: readonly Asked[]) => asked.map(({ path, body }) => [path, body.file_ids?.length]);

describe('more than one call takes', () => {
  beforeEach(() => toasts.shown.set([]));

  it('is downloaded as several archives of one deed', async () => {
    const asked = aServer();
    const { person } = await show(<Actions />);
    await person.click(screen.getByText('download'));
    await waitFor(() => expect(asked).toHaveLength(3));
    expect(sizes(asked)).toEqual([500, 500, 100].map((count) => ['/bulk/files/download', count]));
    expect(new Set(asked.map(({ deed }) => deed)).size).toBe(1);
    expect(asked[0]!.deed).toBeDefined();
    expect(toasts.shown.get().map(({ title }) => title)).toEqual(['Se descarcă în 3 arhive, una după alta']);
  });

  it('is deleted as one deed, which one undo takes back', async () => {
    const asked = aServer();
    const { person } = await show(<Actions />);
    await person.click(screen.getByText('remove'));
    await waitFor(() => expect(toasts.shown.get().map(({ title }) => title)).toEqual(['1.100 de elemente șterse']));
    expect(sizes(asked)).toEqual([500, 500, 100].map((count) => ['/bulk/files/delete', count]));
    const [{ deed } = {}] = asked;
    expect(asked.map((each) => each.deed)).toEqual([deed, deed, deed]);
    undoLast('c');
    await waitFor(() => expect(asked).toHaveLength(4));
    expect(asked[3]).toMatchObject({ path: '/audit/undo', body: { correlation_id: `of ${deed}` } });
  });
});
