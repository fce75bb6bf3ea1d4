/** @jest-environment ./testing/browser.cjs */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useRouterState } from '@tanstack/react-router';
import type { Me } from '@dosar/contracts';
import { toasts } from '../../platform/toasts';
import { aDrive, aFile, aFolder } from '../../testing/drive';
import { show } from '../../testing/screen';
import { staysSo } from '../../testing/waiting';
import { FilesScreen } from './files.screen';

const user = {
  id: 'u1',
  role: 'user',
  client: { id: 'c', name: 'Brutăria' },
  features: ['file_manager', 'bulk_operations', 'zip_extraction'],
} as unknown as Me;

/** The documents of a client, in the folder that the address names. */
const Documents = ({ user }: { readonly user: Me }) => {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const href = useRouterState({ select: ({ location }) => location.href });
  const folderId = /^\/files\/(.+)/.exec(path)?.[1] ?? null;
  return (
    <>
      <FilesScreen user={user} clientId="c" folderId={folderId} offersMonth={false} />
      <output data-testid="address">{href}</output>
    </>
  );
};
const address = () => screen.getByTestId('address').textContent;

/** Invoices in two years, papers of the firm, and two files at the root, one of which the accountant works on. */
const documents = () =>
  aDrive({
    folders: [aFolder('y', 'Facturi'), aFolder('m', '2026', 'y'), aFolder('k', 'Contabil', null, { firm_only: true })],
    files: [
      aFile('a', 'aviz.pdf'),
      aFile('b', 'bon.pdf', null, { process_state: 'processing' }),
      aFile('i', 'factura.pdf', 'm'),
      aFile('s', 'salarii.pdf', 'k'),
    ],
  });

const aScreen = async (changes: Partial<Me> = {}) => {
  toasts.shown.set([]);
  const drive = documents();
  const { person } = await show(<Documents user={{ ...user, ...changes }} />);
  await rows('Contabil', 'Facturi', 'aviz.pdf', 'bon.pdf');
  return { ...drive, person };
};

/** What is asked of the server there is done, and answered later. @returns answers it */
const late = (path: string): (() => void) => {
  const now = globalThis.fetch;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  globalThis.fetch = async (address, init) => {
    const reply = await now(address, init);
    if ((address as string).endsWith(path)) await answered;
    return reply;
  };
  return () => answer();
};

const grid = () => screen.getByRole('grid');
const nameOf = (row: Element) => row.querySelector('[title]')?.getAttribute('title') ?? '';
const shown = () => within(grid()).getAllByRole('row').slice(1);
const row = (name: string) => shown().find((each) => nameOf(each) === name)!;
const rows = (...names: readonly string[]) => waitFor(() => expect(shown().map(nameOf).sort()).toEqual(names));
const selected = () =>
  shown()
    .filter((each) => each.getAttribute('aria-selected') === 'true')
    .map(nameOf);
const title = () => screen.getByRole('heading', { level: 1 }).textContent;
/** What is pressed in the rows. */
const press = (key: string, more: object = {}) => fireEvent.keyDown(grid(), { key, ...more });
const paste = () => fireEvent.paste(grid());
/** What is told in passing. */
const sentences = () => toasts.shown.get().map(({ title: said }) => said);
const open = async (folder: string, ...names: readonly string[]) => {
  fireEvent.doubleClick(row(folder));
  await rows(...names);
};
const choose = (...names: readonly string[]) => {
  press('Escape');
  for (const name of names) fireEvent.click(row(name), { ctrlKey: true });
};
/** What the bar over the rows offers, and what of it cannot be done. */
const offered = () =>
  within(screen.getByRole('toolbar'))
    .getAllByRole('button')
    .map((each) => `${each.getAttribute('aria-label')}${(each as HTMLButtonElement).disabled ? ' (nu)' : ''}`)
    .slice(1);
const button = (name: string) => within(screen.getByRole('toolbar')).getByRole('button', { name });

describe('the documents of a client', () => {
  it('are gone through by keys: into a folder, and up again', async () => {
    await aScreen();
    press('Home');
    expect(selected()).toEqual(['Contabil']);
    press('ArrowDown');
    press('Enter');
    await rows('2026');
    expect(title()).toBe('Facturi');
    press('ArrowDown');
    press('Enter');
    await rows('factura.pdf');
    expect(title()).toBe('2026');
    press('Backspace');
    await rows('2026');
    press('Backspace');
    await rows('Contabil', 'Facturi', 'aviz.pdf', 'bon.pdf');
    press('Backspace');
    expect(title()).toBe('Brutăria');
  });

  it('are renamed by a key, and back by another', async () => {
    const { person, told } = await aScreen();
    press('F2');
    expect(screen.queryByRole('textbox', { name: 'Numele nou' })).toBeNull();
    choose('aviz.pdf');
    press('F2');
    await person.keyboard('chitanță{Enter}');
    await rows('Contabil', 'Facturi', 'bon.pdf', 'chitanță.pdf');
    expect(sentences()).toEqual(['Redenumit: „chitanță.pdf”']);
    await waitFor(() => expect(document.activeElement).toBe(grid()));
    press('z', { ctrlKey: true });
    await rows('Contabil', 'Facturi', 'aviz.pdf', 'bon.pdf');
    expect(sentences()).toEqual(['Ultima acțiune a fost anulată']);
    expect(told).toEqual([
      ['rename', 'a', 'chitanță.pdf'],
      ['undo', 'PATCH /api/files/a'],
    ]);
  });

  it('are cut and pasted in another folder, once', async () => {
    const { told } = await aScreen();
    choose('aviz.pdf');
    press('x', { ctrlKey: true });
    expect(row('aviz.pdf').dataset['cut']).toBe('true');
    expect(row('Facturi').dataset['cut']).toBeUndefined();
    await open('Facturi', '2026');
    paste();
    await rows('2026', 'aviz.pdf');
    expect(sentences()).toEqual(['Element mutat în „Facturi”']);
    paste();
    await open('2026', 'factura.pdf');
    paste();
    expect(told).toEqual([['move', 'a', 'y']]);
  });

  it('are copied, and pasted as often as wanted', async () => {
    const { told } = await aScreen();
    choose('aviz.pdf', 'bon.pdf');
    press('c', { ctrlKey: true });
    expect(row('aviz.pdf').dataset['cut']).toBeUndefined();
    paste();
    await waitFor(() => expect(sentences()).toEqual(['2 elemente copiate în „Brutăria”']));
    await waitFor(() => expect(selected()).toEqual([]));
    await open('Facturi', '2026');
    paste();
    await waitFor(() => expect(shown().map(nameOf)).toEqual(['2026', 'aviz.pdf', 'bon.pdf']));
    expect(told).toEqual([
      ['copy', 'a b', null],
      ['copy', 'a b', 'y'],
    ]);
  });

  it('that the accountant works on are neither cut nor deleted by the client', async () => {
    const { told } = await aScreen();
    choose('aviz.pdf', 'bon.pdf');
    expect(offered()).toEqual(['Aranjează paginile', 'Descarcă', 'Mută (nu)', 'Șterge (nu)']);
    press('Delete');
    press('x', { ctrlKey: true });
    expect(row('aviz.pdf').dataset['cut']).toBeUndefined();
    choose('bon.pdf');
    press('F2');
    expect(screen.queryByRole('textbox', { name: 'Numele nou' })).toBeNull();
    expect(told).toEqual([]);
  });

  it('are deleted, and come back by the key that undoes', async () => {
    const { told } = await aScreen();
    choose('Facturi', 'aviz.pdf');
    press('Delete');
    await rows('Contabil', 'bon.pdf');
    expect(sentences()).toEqual(['2 elemente șterse']);
    press('z', { ctrlKey: true });
    await rows('Contabil', 'Facturi', 'aviz.pdf', 'bon.pdf');
    expect(told).toEqual([
      ['delete', 'a y', null],
      ['undo', 'POST /api/bulk/files/delete'],
    ]);
  });

  it('come back without those that cannot, if that is chosen', async () => {
    const { told, standInTheWay } = await aScreen();
    choose('Facturi', 'aviz.pdf');
    press('Delete');
    await rows('Contabil', 'bon.pdf');
    standInTheWay();
    press('z', { ctrlKey: true });
    await waitFor(() => expect(sentences()).toEqual(['Acțiunea nu a fost anulată']));
    expect(shown().map(nameOf)).toEqual(['Contabil', 'bon.pdf']);
    toasts.shown.get()[0]!.action!.run();
    await rows('Contabil', 'Facturi', 'aviz.pdf', 'bon.pdf');
    const deed = 'POST /api/bulk/files/delete';
    expect(told.slice(1)).toEqual([
      ['undo', deed],
      ['undo', deed],
    ]);
  });

  it('are moved to the folder that is chosen, and not to where they are', async () => {
    const { person, told } = await aScreen();
    choose('aviz.pdf', 'Facturi');
    await person.click(button('Mută'));
    const dialog = await screen.findByRole('dialog', { name: 'Unde mutăm cele 2 elemente?' });
    // nothing goes into itself
    expect(within(dialog).queryByTitle('Facturi')).toBeNull();
    const move = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Mută aici' });
    expect(move.disabled).toBe(true);
    await person.click(within(dialog).getByTitle('Contabil'));
    await person.click(move);
    await rows('Contabil', 'bon.pdf');
    expect(told).toEqual([['move', 'a y', 'k']]);
    expect(sentences()).toEqual(['2 elemente mutate în „Contabil”']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are given a new folder, which is then selected', async () => {
    const { person, told } = await aScreen();
    await person.click(screen.getByRole('button', { name: 'Dosar nou' }));
    await person.type(await screen.findByRole('textbox', { name: 'Numele dosarului' }), 'Contracte{Enter}');
    await rows('Contabil', 'Contracte', 'Facturi', 'aviz.pdf', 'bon.pdf');
    expect(selected()).toEqual(['Contracte']);
    expect(told).toEqual([['create', 'Contracte', null]]);
    expect(offered()).toEqual(['Descarcă', 'Redenumește', 'Mută', 'Șterge']);
  });

  it('in a folder that the firm fills are only read by the client', async () => {
    const { told } = await aScreen();
    choose('Contabil');
    expect(offered()).toEqual(['Descarcă', 'Redenumește (nu)', 'Mută (nu)', 'Șterge (nu)']);
    await open('Contabil', 'salarii.pdf');
    expect(screen.queryByRole('button', { name: 'Dosar nou' })).toBeNull();
    choose('salarii.pdf');
    expect(offered()).toEqual(['Aranjează paginile (nu)', 'Descarcă', 'Redenumește (nu)', 'Mută (nu)', 'Șterge (nu)']);
    press('Delete');
    expect(told).toEqual([]);
  });

  it('are read and written by the firm, also where the client only reads', async () => {
    const { person, told } = await aScreen({ role: 'accountant' });
    choose('Facturi', 'aviz.pdf');
    expect(offered()).toEqual(['Stare (un document)', 'Descarcă', 'Mută', 'Șterge']);
    await open('Contabil', 'salarii.pdf');
    choose('salarii.pdf');
    expect(offered()).toEqual(['Stare', 'Aranjează paginile', 'Descarcă', 'Redenumește', 'Mută', 'Șterge']);
    await person.click(button('Stare'));
    await person.click(await screen.findByRole('menuitem', { name: 'Prelucrat' }));
    await waitFor(() => expect(sentences()).toEqual(['Stare schimbată']));
    expect(told).toEqual([['status', 's', null]]);
  });

  it('are changed one by one where an installation does nothing with many', async () => {
    const { told } = await aScreen({ features: ['file_manager'], role: 'accountant' });
    choose('aviz.pdf');
    expect(offered()).toEqual(['Descarcă', 'Redenumește']);
    expect(row('aviz.pdf').draggable).toBe(false);
    press('Delete');
    press('x', { ctrlKey: true });
    expect(row('aviz.pdf').dataset['cut']).toBeUndefined();
    expect(told).toEqual([]);
  });

  it('are looked at one after the other, with what is selected going along', async () => {
    const { person } = await aScreen();
    choose('aviz.pdf');
    press('Enter');
    await screen.findByRole('dialog', { name: 'aviz.pdf' });
    await person.keyboard('{ArrowRight}');
    await screen.findByRole('dialog', { name: 'bon.pdf' });
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(selected()).toEqual(['bon.pdf']);
    await waitFor(() => expect(document.activeElement).toBe(grid()));
  });

  it('are moved from where they are looked at, and the next one is looked at', async () => {
    const { person, told } = await aScreen({ role: 'accountant' });
    fireEvent.doubleClick(row('aviz.pdf'));
    const preview = within(await screen.findByRole('dialog', { name: 'aviz.pdf' }));
    await person.click(preview.getAllByRole('button', { name: 'Mută în…' })[0]!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Unde mutăm elementul?' }));
    await person.click(dialog.getByTitle('Contabil'));
    await person.click(dialog.getByRole('button', { name: 'Mută aici' }));
    await screen.findByRole('dialog', { name: 'bon.pdf' });
    expect(told).toEqual([['move', 'a', 'k']]);
  });

  it('are moved while somebody looks at another already, who stays there', async () => {
    const { person, told } = await aScreen({ role: 'accountant' });
    const answer = late('/bulk/files/move');
    fireEvent.doubleClick(row('aviz.pdf'));
    const preview = within(await screen.findByRole('dialog', { name: 'aviz.pdf' }));
    await person.click(preview.getAllByRole('button', { name: 'Mută în…' })[0]!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Unde mutăm elementul?' }));
    await person.click(dialog.getByTitle('Contabil'));
    await person.click(dialog.getByRole('button', { name: 'Mută aici' }));
    await waitFor(() => expect(told).toEqual([['move', 'a', 'k']]));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Unde mutăm elementul?' })).toBeNull());
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    answer();
    await rows('Contabil', 'Facturi', 'bon.pdf');
    await staysSo(() => screen.queryByRole('dialog') === null);
  });

  it('are asked about from where they are looked at, in the conversation of the client', async () => {
    const { person } = await aScreen({ features: [...user.features, 'chat'] });
    fireEvent.doubleClick(row('aviz.pdf'));
    const preview = within(await screen.findByRole('dialog', { name: 'aviz.pdf' }));
    await person.click(preview.getAllByRole('button', { name: 'Întreabă' })[0]!);
    await waitFor(() => expect(address()).toBe('/chat/c?file=a'));
  });

  it('are opened and downloaded from the menu of a row', async () => {
    const { person, told } = await aScreen();
    fireEvent.contextMenu(row('Facturi'));
    await person.click(await screen.findByRole('menuitem', { name: /^Deschide/ }));
    await rows('2026');
    await open('2026', 'factura.pdf');
    fireEvent.contextMenu(row('factura.pdf'));
    await person.click(await screen.findByRole('menuitem', { name: 'Descarcă' }));
    await waitFor(() => expect(told).toEqual([['download', 'i']]));
    expect(location.hash).toBe('#i');
  });

  it('are downloaded together as one archive', async () => {
    const { person, told } = await aScreen();
    choose('aviz.pdf', 'Facturi');
    await person.click(button('Descarcă'));
    await waitFor(() => expect(told).toEqual([['download', 'a y']]));
  });

  it('are copied to the folder that is chosen, also to where they are', async () => {
    const { person, told } = await aScreen();
    fireEvent.contextMenu(row('bon.pdf'));
    await person.click(await screen.findByRole('menuitem', { name: 'Copiază' }));
    await screen.findByRole('dialog', { name: 'Unde copiem elementul?' });
    await person.click(screen.getByRole('button', { name: 'Copiază aici' }));
    await waitFor(() => expect(sentences()).toEqual(['Element copiat în „Brutăria”']));
    expect(told).toEqual([['copy', 'b', null]]);
  });
});
