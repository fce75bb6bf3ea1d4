import { MIME_TYPES } from '@dosar/contracts';
import { aDocument } from '../../testing/documents';
import { oldWord } from '../../testing/old-word';
import { searchText } from './search-text';

const read = async (bytes: Buffer) => {
  const { documents, content } = aDocument(bytes, MIME_TYPES.doc);
  return searchText(documents, content, new AbortController().signal);
};

describe('a Word document of before 2007', () => {
  it('is read', async () =>
    expect(await read(oldWord('Contract de închiriere\rMoara Bănățeană și fiii\r'))).toEqual({
      text: 'Contract de închiriere\nMoara Bănățeană și fiii',
      isCut: false,
      isScanned: false,
    }));
  it('that is locked is not', async () =>
    expect(await read(oldWord('Secret', { isLocked: true }))).toEqual({ why: 'encrypted' }));
  it.each([
    ['that is nothing', Buffer.from('nimic')],
    ['that is cut off', oldWord('Contract').subarray(0, 1_300)],
  ])('%s takes nobody along', async (_, bytes) => expect(await read(bytes)).toEqual({ why: 'damaged' }));
  // the library remembers each step
  it('whose sectors lead in a circle takes no more memory than there is for it', async () =>
    expect(await read(oldWord('Contract', { chained: { 2: 3, 3: 2 } }))).toEqual({ why: 'too_large' }));
});
