/** @jest-environment ./testing/browser.cjs */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import type { File, Folder } from '@dosar/contracts';
import { Refused } from '../../../platform/refusals';
import { show } from '../../../testing/screen';
import { entryOfFile, entryOfFolder, type Entry } from './entries';
import { FileRow } from './file-row';
import type { RowHandlers, RowProps } from './name-cell';

const AT = '2026-03-04T10:00:00.000Z';
const aFile = (changes: Partial<File> = {}): Entry =>
  entryOfFile({
    id: 'f1',
    name: 'factura mai.pdf',
    size: 2048,
    process_state: 'new',
    accounting_status: null,
    fields: null,
    tags: [],
    owner: { id: 'u1', name: 'Ana Țăranu' },
    created_at: AT,
    modified_at: AT,
    deleted_at: null,
    folder_id: null,
    ...changes,
  } as File);
const aFolder = (): Entry =>
  entryOfFolder({
    id: 'd1',
    name: 'Facturi',
    direct_files_count: 2,
    direct_folders_count: 1,
    created_at: AT,
    updated_at: AT,
    deleted_at: null,
  } as Folder);

type Changes = Partial<RowProps> & Partial<Pick<RowHandlers, 'onRename'>>;

/** A row in its grid, and what it has told. */
const aRow = async (entry: Entry, { onRename, ...changes }: Changes = {}) => {
  const told: string[] = [];
  const handlers: RowHandlers = {
    dragged: () => [entry],
    onClick: () => told.push('click'),
    onMenu: () => told.push('menu'),
    onToggle: () => told.push('toggle'),
    onOpen: () => told.push('open'),
    onRename: onRename ?? (async (_, name) => void told.push(`rename ${name}`)),
    onRenamed: () => told.push('renamed'),
    onDropEntries: () => {},
    onDropFiles: () => {},
  };
  const Row = () => {
    const { t } = useTranslation();
    return (
      <FileRow
        domId="row"
        entry={entry}
        index={0}
        top={0}
        isSelected={false}
        isCursor={false}
        isRenaming={false}
        isCut={false}
        isTrash={false}
        hasFields={false}
        isDraggable={false}
        isTarget={false}
        handlers={handlers}
        t={t}
        language="ro"
        {...changes}
      />
    );
  };
  const shown = await show(
    <div role="grid" aria-label="Rânduri">
      <div role="rowgroup">
        <Row />
      </div>
    </div>,
  );
  return { told, ...shown };
};

describe('a row of a file', () => {
  it('says what it is, how large and since when, and what the accountant has done with it', async () => {
    await aRow(aFile({ process_state: 'processing' }));
    const row = screen.getByRole('row');
    expect(row.textContent).toContain('factura mai.pdf');
    expect(row.textContent).toContain('În lucru · 2 kB · 04.03.2026 12:00');
    expect(row.textContent).toContain('Ana Țăranu');
    expect(row.getAttribute('aria-selected')).toBe('false');
  });

  it('says of what it is another copy, also when that name was erased', async () => {
    await aRow({ ...aFile(), sameAs: { name: null, issuer_by: 'name' } } as Entry);
    expect(screen.getByRole('img', { name: 'dublură' }).textContent).toContain('ca „(nume șters)”');
  });

  it('is selected by a click, opened by two, and its box does neither', async () => {
    const { told, person } = await aRow(aFile());
    await person.click(screen.getByTitle('factura mai.pdf'));
    expect(told).toEqual(['click']);
    await person.dblClick(screen.getByTitle('factura mai.pdf'));
    expect(told).toEqual(['click', 'click', 'click', 'open']);
    told.length = 0;
    await person.click(screen.getByRole('checkbox', { name: 'Selectează factura mai.pdf' }));
    await person.click(screen.getByRole('button', { name: 'Acțiuni pentru factura mai.pdf' }));
    expect(told).toEqual(['toggle', 'menu']);
  });

  it('takes another name by Enter, once, however often it is pressed before the answer', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const asked: string[] = [];
    const onRename = (_: Entry, name: string) => (asked.push(name), answered);
    const { told, person } = await aRow(aFile(), { isRenaming: true, onRename });
    const input = screen.getByRole('textbox', { name: 'Numele nou' });
    expect([(input as HTMLInputElement).selectionStart, (input as HTMLInputElement).selectionEnd]).toEqual([0, 11]);
    await person.clear(input);
    await person.type(input, 'factură iunie.pdf{Enter}{Enter}');
    expect([asked, told]).toEqual([['factură iunie.pdf'], []]);
    answer();
    await waitFor(() => expect(told).toEqual(['renamed']));
  });

  it('keeps the type of a file whose new name says none, and takes one that is said', async () => {
    const asked: string[] = [];
    const onRename = async (_: Entry, name: string) => void asked.push(name);
    const { person } = await aRow(aFile(), { isRenaming: true, onRename });
    const input = screen.getByRole('textbox', { name: 'Numele nou' });
    for (const name of ['Bon benzină', 'Bon de 12.50', 'factura mai.PDF', 'foto.jpg']) {
      await person.clear(input);
      await person.type(input, `${name}{Enter}`);
      await waitFor(() => expect(input).toHaveProperty('readOnly', false));
    }
    expect(asked).toEqual(['Bon benzină.pdf', 'Bon de 12.50.pdf', 'factura mai.PDF', 'foto.jpg']);
  });

  it('keeps its name when one that was refused is left', async () => {
    const { told, person } = await aRow(aFile(), { isRenaming: true });
    const input = screen.getByRole('textbox', { name: 'Numele nou' });
    await person.clear(input);
    await person.type(input, '{Enter}');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    await person.click(screen.getByRole('checkbox', { name: 'Selectează factura mai.pdf' }));
    expect(told).toContain('renamed');
  });

  it('keeps what was typed when the name is refused, and says why', async () => {
    const refused = new Refused(409, {
      error: 'În dosar există deja ceva cu acest nume.',
      code: 'NAME_TAKEN',
    });
    const { told, person } = await aRow(aFile(), { isRenaming: true, onRename: () => Promise.reject(refused) });
    const input = screen.getByRole('textbox', { name: 'Numele nou' });
    await person.clear(input);
    await person.type(input, 'altul.pdf{Enter}');
    expect(await screen.findByText('În dosar există deja ceva cu acest nume.')).toBeTruthy();
    expect((input as HTMLInputElement).value).toBe('altul.pdf');
    expect(told).toEqual([]);
  });

  it('has nothing to open in the trash but says where it was, and who deleted it', async () => {
    const deleted = aFile({ deleted_at: AT, deleted_by: { id: 'u2', name: 'Ion Pop' } });
    const { told, person } = await aRow(deleted, { isTrash: true, place: 'Documente / 2026' });
    expect(screen.getByTitle('Documente / 2026')).toBeTruthy();
    expect(screen.getByRole('row').textContent).toContain('Ion Pop');
    expect(screen.getByRole('row').textContent).not.toContain('Ana');
    await person.click(screen.getByTitle('factura mai.pdf'));
    expect(told).toEqual(['click']);
  });
});

describe('a row of a folder', () => {
  it('counts what is in it, and opens by its name unless a key is held that selects', async () => {
    const { told, person } = await aRow(aFolder());
    expect(screen.getByRole('row').textContent).toContain('3 elemente');
    await person.click(screen.getByTitle('Facturi'));
    expect(told).toEqual(['open']);
    fireEvent.click(screen.getByTitle('Facturi'), { ctrlKey: true });
    expect(told).toEqual(['open', 'click']);
  });
});
