import { MIME_TYPES } from '@dosar/contracts';
import { aDocument } from '../../testing/documents';
import { searchText } from './search-text';

describe('the words of a document whose bytes are missing', () => {
  it.each(['pdf', 'doc', 'txt'] as const)('are not waited for: %s', async (extension) => {
    const { documents, content } = aDocument(null, MIME_TYPES[extension]);
    const read = searchText(documents, content, new AbortController().signal);
    expect(await read).toEqual({ why: 'damaged' });
  });
});
