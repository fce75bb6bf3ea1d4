import { memoryBlobStore } from '@dosar/kernel/memory/blob-store';
import { MIME_TYPES } from '@dosar/contracts';
import { searchText } from './search-text';

describe('the words of a document whose bytes are missing', () => {
  it.each(['pdf', 'doc', 'txt'] as const)('are not waited for: %s', async (extension) => {
    const content = { blobId: 'b'.repeat(32), size: 100, mimeType: MIME_TYPES[extension] };
    const read = searchText(memoryBlobStore(), content, new AbortController().signal);
    expect(await read).toEqual({ why: 'damaged' });
  });
});
