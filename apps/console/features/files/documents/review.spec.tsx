/** @jest-environment ./testing/browser.cjs */
import { screen, within } from '@testing-library/react';
import type { FoundDocument, Me } from '@dosar/contracts';
import { aFile, aFolder } from '../../../testing/drive';
import { aServer, show } from '../../../testing/screen';
import { offerUndo } from '../folder/undo';
import { Review } from './review';

const user = { id: 'e', role: 'accountant', features: ['file_manager', 'bulk_operations'] } as unknown as Me;
const bill: FoundDocument = { ...aFile('a', 'Factură.pdf'), client: { id: 'c', name: 'Brutăria' }, path: [] };
const problem = (status: number, code: string) =>
  Response.json({ error: 'Nu se poate.', code, correlation_id: 'x' }, { status });

/** The review of one document, with what the server says of it. */
const opened = async (answer: (() => object) | 'never', files: readonly FoundDocument[] = [bill]) => {
  aServer({
    'GET /files/a': answer === 'never' ? () => ({}) : answer,
    'GET /files/a/preview': () => ({ url: '#', kind: 'none' }),
    'GET /folders/tree': () => ({ client_id: 'c', tree: [{ ...aFolder('d', 'Dosar'), children: [] }] }),
    'GET /clients/c': () => problem(404, 'NOT_FOUND'),
  });
  const now = globalThis.fetch;
  if (answer === 'never')
    globalThis.fetch = (address, init) =>
      (address as string).endsWith('/files/a') ? new Promise(() => {}) : now(address, init);
  return show(<Review user={user} files={files} fileId="a" onStep={() => {}} onClose={() => {}} />);
};

describe('a document that an address names', () => {
  it('is said to be on its way', async () => {
    await opened('never', []);
    const dialog = await screen.findByRole('dialog', { name: 'Previzualizare' });
    expect(within(dialog).getByRole('status')).toBeTruthy();
  });

  it('is said to be gone when it is', async () => {
    await opened(() => problem(404, 'NOT_FOUND'), []);
    expect(await screen.findByText('Documentul nu mai este aici')).toBeTruthy();
  });

  it('is read again when it could not be', async () => {
    let isWell = false;
    const { person } = await opened(() => (isWell ? { file: bill } : problem(500, 'INTERNAL_ERROR')), []);
    expect(await screen.findByText('Documentul nu a putut fi încărcat')).toBeTruthy();
    isWell = true;
    await person.click(screen.getByRole('button', { name: 'Încearcă din nou' }));
    expect(await screen.findByRole('dialog', { name: 'Factură.pdf' })).toBeTruthy();
  });
});

it('in a review the key that undoes takes back what was done last, whosever it was', async () => {
  const undone: string[] = [];
  const undoing = (name: string) => () => Promise.resolve(undone.push(name));
  const { person } = await opened(() => ({ file: bill }));
  const dialog = await screen.findByRole('dialog', { name: 'Factură.pdf' });
  within(dialog).getAllByRole('button')[0]!.focus();
  offerUndo('c', 'older', undoing('older, of this client'));
  offerUndo('other', 'newest', undoing('newest, of another'));
  await person.keyboard('{Control>}zz{/Control}');
  expect(undone).toEqual(['newest, of another', 'older, of this client']);
});
