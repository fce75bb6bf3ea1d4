/** @jest-environment ./testing/browser.cjs */
import { readChosen, readDropped } from './dropped';

const aFile = (name: string): FileSystemFileEntry =>
  ({
    isFile: true,
    name,
    file: (give: (file: File) => void) => give(new File(['x'], name)),
  }) as unknown as FileSystemFileEntry;
/** A folder as browsers hand it over: so many of what is in it at a time, and nothing at the end. */
const aFolder = (name: string, ...children: readonly FileSystemEntry[]): FileSystemEntry =>
  ({
    isFile: false,
    name,
    createReader: () => {
      const left = [...children];
      return { readEntries: (give: (some: FileSystemEntry[]) => void) => give(left.splice(0, 2)) };
    },
  }) as unknown as FileSystemEntry;
const anItem = (entry: FileSystemEntry | null, file: File | null = null) => ({
  kind: 'file',
  webkitGetAsEntry: () => entry,
  getAsFile: () => file,
});
const drop = async (...items: readonly object[]) =>
  (await readDropped({ items } as unknown as DataTransfer)).map(({ path, file }) => [
    path.join('/'),
    file?.name ?? null,
  ]);

describe('what is dropped', () => {
  it('is files and folders with all that is in them, and folders that are empty', async () => {
    const year = aFolder('2026', aFile('a.pdf'), aFile('b.pdf'), aFile('c.pdf'), aFolder('gol'));
    expect(await drop(anItem(aFile('bon.pdf')), anItem(aFolder('Facturi', year)))).toEqual([
      ['', 'bon.pdf'],
      ['Facturi/2026', 'a.pdf'],
      ['Facturi/2026', 'b.pdf'],
      ['Facturi/2026', 'c.pdf'],
      ['Facturi/2026/gol', null],
    ]);
  });

  it('leaves out what a system keeps in folders for itself, but not a file that was meant', async () => {
    const folder = aFolder('F', aFile('.DS_Store'), aFile('Thumbs.db'), aFile('._a.pdf'), aFile('a.pdf'));
    expect(await drop(anItem(folder), anItem(aFile('desktop.ini')))).toEqual([
      ['F', 'a.pdf'],
      ['', 'desktop.ini'],
    ]);
  });

  it('leaves out what an open document leaves beside it, also where files were taken one by one', async () => {
    const lock = [aFile('~$act.docx'), aFile('.~lock.act.odt#')];
    expect(await drop(...lock.map((each) => anItem(each)), anItem(aFile('act.docx')))).toEqual([['', 'act.docx']]);
    expect(await drop(anItem(aFolder('F', ...lock, aFile('a.pdf'))))).toEqual([['F', 'a.pdf']]);
    expect(await drop(anItem(lock[0]!))).toEqual([['', '~$act.docx']]);
  });

  it('may be known as a file alone, be a text, or be nothing any more', async () => {
    const text = { ...anItem(aFile('text')), kind: 'string' };
    expect(await drop(anItem(null, new File(['x'], 'captură.png')), text, anItem(null))).toEqual([['', 'captură.png']]);
  });

  it('that cannot be read is said so', async () => {
    const gone = { ...aFile('a.pdf'), file: (_: unknown, fail: (error: Error) => void) => fail(new Error('gone')) };
    await expect(drop(anItem(gone as unknown as FileSystemEntry))).rejects.toThrow('gone');
  });
});

it('what is chosen comes with the folders that it was in', () => {
  const chosen = (path: string) => {
    const file = new File(['x'], path.split('/').at(-1)!);
    Object.defineProperty(file, 'webkitRelativePath', { value: path.includes('/') ? path : '' });
    return file;
  };
  const files = ['a.pdf', 'Facturi/2026/b.pdf', 'Facturi/.DS_Store', 'desktop.ini'].map(chosen);
  expect(readChosen(files).map(({ path, file }) => [path.join('/'), file!.name])).toEqual([
    ['', 'a.pdf'],
    ['Facturi/2026', 'b.pdf'],
    ['', 'desktop.ini'],
  ]);
});
