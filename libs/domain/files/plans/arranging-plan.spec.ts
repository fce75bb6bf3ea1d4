import { file, folder, given, user } from '../../testing/drive';

const content = { blobId: 'b', size: 10, sha256: 's', bytesKey: 'k', mimeType: 'application/pdf' };
const made = (id: string, name: string, sourceIds: readonly string[] = ['scan']) => ({ id, name, content, sourceIds });
const arrange = (documents: readonly ReturnType<typeof made>[], targetId: string | null = null, quota = 0) =>
  ({ type: 'ArrangePages', data: { targetId, documents, quota } }) as const;
const uploaded = (fileId: string, name: string, originalName: string, source: object) => ({
  type: 'FileUploaded' as const,
  data: { fileId, year: 2026, folderId: null, name, originalName, version: 1, ...content, source },
});
const scan = file('scan', 'scan.pdf');

describe('documents of pages', () => {
  it('name the file whose pages they have, or all of them', () =>
    expect(
      given(scan, file('b', 'b.pdf')).when(arrange([made('x', 'x.pdf'), made('y', 'y.pdf', ['b', 'scan'])])).decision,
    ).toEqual([
      uploaded('x', 'x.pdf', 'x.pdf', { kind: 'pages', id: 'scan' }),
      uploaded('y', 'y.pdf', 'y.pdf', { kind: 'pages', id: 'b', ids: ['b', 'scan'] }),
    ]));
  it('get free names, among themselves too', () =>
    expect(given(scan).when(arrange([made('x', 'SCAN.pdf'), made('y', 'scan.pdf')])).decision).toMatchObject([
      { data: { name: 'SCAN (1).pdf', originalName: 'SCAN.pdf' } },
      { data: { name: 'scan (2).pdf' } },
    ]));
  it('are made once', () => {
    const [x] = [uploaded('x', 'x.pdf', 'x.pdf', { kind: 'pages', id: 'scan' })] as never[];
    expect(given(scan, x!).when(arrange([made('x', 'x.pdf')])).decision).toEqual([]);
  });
  it('come all or not at all', () => {
    expect(given(scan).when(arrange([made('x', 'x.pdf')], 'nowhere')).decision).toMatchObject({
      refused: 'drive/unknown',
    });
    expect(given(scan).when(arrange([made('x', 'x.pdf'), made('y', 'y.pdf')], null, 25)).decision).toMatchObject({
      refused: 'drive/quota',
    });
  });
  it('are not made by a client in what the firm fills', () =>
    expect(
      given(folder('f', 'Declaratii', null, 'declaratii'), scan).when(arrange([made('x', 'x.pdf')], 'f'), user)
        .decision,
    ).toMatchObject({ refused: 'drive/firm-only' }));
});
