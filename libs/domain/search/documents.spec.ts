import { NO_FIELDS } from '@dosar/contracts';
import type { DataOf } from '@dosar/kernel';
import { projects, someone } from '@dosar/kernel/testing';
import type { SearchDocument } from '@dosar/search/document';
import { ClientEvents, type ClientEvent } from '../identity/client.events';
import { MessageEvents, type MessageEvent } from '../conversations/message.events';
import { DriveEvents, type DriveEvent } from '../files/drive.events';
import { clientRegistered } from '../testing/identity';
import { deleted, fieldsChanged, file, folder, tagsChanged } from '../testing/drive';
import { documents } from './documents';

const { now, actor } = someone;
const given = projects<DriveEvent | ClientEvent | MessageEvent>(documents, DriveEvents, ClientEvents, MessageEvents);
const inDrive = <E extends DriveEvent>(event: E) => ({ ...event, id: 'e-1', stream: 'drive-c-1' });
const ofClient = <E extends ClientEvent>(event: E) => ({ ...event, resource: { type: 'client', id: 'c-1' } });

const bare: SearchDocument = {
  id: 'f',
  kind: 'file',
  key: 'files:c-1/2026',
  scopes: ['all', 'firm:f-1', 'client:c-1'],
  title: 'bon.pdf',
  notes: [],
  content: { id: 'f', blobId: 'b', size: 10, mimeType: 'application/pdf', eventId: 'e-1', sealed: null },
  isDeleted: false,
  createdAt: now,
  updatedAt: now,
  size: 10,
  sum: null,
  facets: { mimeType: 'application/pdf', processState: 'new', authorId: actor.id },
};
const folderDocument: SearchDocument = {
  ...bare,
  id: 'o',
  kind: 'folder',
  title: 'Acte',
  content: null,
  size: null,
  facets: {},
};
const place = { fileId: 'f', folderId: null, name: 'bon.pdf' };

describe('documents are made', () => {
  it('of files, with what is written beside them and their states', () =>
    given(
      inDrive(file('f', 'bon.pdf')),
      inDrive({
        type: 'FileRenamed',
        data: { year: 2026, fileId: 'f', folderId: null, from: 'bon.pdf', to: 'chitanță.pdf' },
      }),
      inDrive({
        type: 'FileMoved',
        data: { year: 2026, ...place, from: { folderId: null }, to: { folderId: 'o' } },
      }),
      inDrive({ type: 'FileNoteAdded', data: { year: 2026, ...place, noteId: 'n', text: 'De verificat' } }),
      inDrive({ type: 'FileNoteAdded', data: { year: 2026, ...place, noteId: 'm', text: null } }),
      inDrive({ type: 'FileProcessStateChanged', data: { year: 2026, ...place, from: 'new', to: 'processing' } }),
      inDrive({
        type: 'FileAccountingStatusChanged',
        data: { year: 2026, ...place, from: null, to: 'accounting_pending' },
      }),
    ).thenRows({
      f: {
        ...bare,
        title: 'chitanță.pdf',
        scopes: [...bare.scopes, 'in:o'],
        notes: ['De verificat'],
        facets: { ...bare.facets, processState: 'processing', accountingStatus: 'accounting_pending' },
      },
    }));
  it('of folders', () =>
    given(
      inDrive(folder('o', 'Vechi')),
      inDrive({
        type: 'FolderRenamed',
        data: { year: 2026, folderId: 'o', parentId: null, from: 'Vechi', to: 'Acte' },
      }),
      inDrive({
        type: 'FolderMoved',
        data: {
          year: 2026,
          folderId: 'o',
          name: 'Acte',
          from: { folderId: null },
          to: { folderId: 'p' },
        },
      }),
    ).thenRows({ o: { ...folderDocument, scopes: [...bare.scopes, 'in:p'] } }));
  it('of the month in whose folder they lie, wherever that is moved', async () => {
    const moved = (folderId: string, to: string | null) =>
      inDrive({
        type: 'FolderMoved',
        data: { year: 2026, folderId, name: 'x', from: { folderId: null }, to: { folderId: to } },
      });
    const made = [
      inDrive(folder('s', '2026-09 Septembrie', null, 'luna_2026-09')),
      inDrive(folder('b', 'Bonuri', 's', 'bonuri')),
      inDrive(folder('o', 'Acte')),
      inDrive(file('f', 'bon.pdf', 'o')),
    ];
    const of = (id: string, place: string | null, facets: SearchDocument['facets']) => ({
      ...folderDocument,
      id,
      scopes: [...bare.scopes, ...(place === null ? [] : [`in:${place}`])],
      facets,
    });
    const month = '2026-09';
    const september = of('s', null, { structure: 'c-1/luna_2026-09', month });
    const receipts = of('b', 's', { structure: 'c-1/bonuri', month });
    const structure = { s: { ...september, title: '2026-09 Septembrie' }, b: { ...receipts, title: 'Bonuri' } };
    const lying = { ...bare, scopes: [...bare.scopes, 'in:o'] };
    await given(...made).thenRows({ ...structure, o: folderDocument, f: lying });
    const inside = { o: of('o', 'b', { month }), f: { ...lying, facets: { ...bare.facets, month } } };
    await given(...made, moved('o', 'b')).thenRows({ ...structure, ...inside });
    await given(...made, moved('o', 'b'), moved('o', null)).thenRows({ ...structure, o: folderDocument, f: lying });
    // a folder that somebody has called otherwise is none of the many
    const renamed = { year: 2026, folderId: 'b', parentId: 's', from: 'Bonuri', to: 'Bonuri noi' };
    await given(...made, inDrive({ type: 'FolderRenamed', data: renamed })).thenRows({
      ...structure,
      b: { ...of('b', 's', { month }), title: 'Bonuri noi' },
      o: folderDocument,
      f: lying,
    });
  });
  it('of each once where folders are in each other, as only a log can have it that was changed by hand', async () => {
    const data = { year: 2026, folderId: 'x', name: 'x', from: { folderId: 'y' }, to: { folderId: 's' } };
    const rows = await given(
      inDrive(folder('s', '2026-09 Septembrie', null, 'luna_2026-09')),
      inDrive(folder('x', 'X', 'y')),
      inDrive(folder('y', 'Y', 'x')),
      inDrive({ type: 'FolderMoved', data }),
    ).rows();
    const of = (id: string) => rows[id] as SearchDocument;
    expect(['x', 'y'].map((id) => [of(id).scopes.at(-1), of(id).facets['month']])).toEqual([
      ['in:s', '2026-09'],
      ['in:x', '2026-09'],
    ]);
  });
  it('of what is deleted, as such, until it is restored', async () => {
    const made = file('f', 'bon.pdf');
    const restored = {
      fileId: 'f',
      year: 2026,
      folderId: null,
      from: 'bon.pdf',
      to: 'bon (1).pdf',
      deletion: 'd',
    };
    await given(inDrive(made), inDrive(deleted(made, 'd'))).thenRows({ f: { ...bare, isDeleted: true } });
    await given(inDrive(made), inDrive(deleted(made, 'd')), inDrive({ type: 'FileRestored', data: restored })).thenRows(
      {
        f: { ...bare, title: 'bon (1).pdf' },
      },
    );
    const opened = folder('o', 'Acte');
    const back = { folderId: 'o', year: 2026, parentId: null, from: 'Acte', to: 'Acte', deletion: 'd' };
    await given(inDrive(opened), inDrive(deleted(opened, 'd'))).thenRows({ o: { ...folderDocument, isDeleted: true } });
    await given(
      inDrive(opened),
      inDrive(deleted(opened, 'd')),
      inDrive({ type: 'FolderRestored', data: back }),
    ).thenRows({
      o: folderDocument,
    });
  });
  it('of clients, by their numbers, too; and all goes that was theirs', async () => {
    const { data } = clientRegistered({
      cui: '18547290',
      reprezentant: 'Ana Țăranu',
      registrulComertului: '',
      email: 'a@b.ro',
    });
    const registered = ofClient({ type: 'ClientRegistered', data });
    const change = ofClient({
      type: 'ClientDetailsChanged',
      data: { societate: { from: data.societate, to: 'Moara SRL' }, cui: { from: '18547290', to: '14399840' } },
    });
    const notes = ['Ana Țăranu', 'a@b.ro', '14399840'];
    const client = { ...folderDocument, id: 'c-1', kind: 'client', key: 'client:c-1/1', title: 'Moara SRL', notes };
    await given(registered, change).thenRows({ 'c-1': client });
    const gone = ofClient({ type: 'ClientDeleted', data: { firmId: 'f-1', cui: null, societate: null } });
    await given(registered, inDrive(file('f', 'bon.pdf')), gone).thenRows({});
  });
  it('of messages, for those who may read where they are, until they are deleted', async () => {
    const at = (event: MessageEvent) => ({ ...event, resource: { type: 'message', id: 'm' } });
    const said = (conversationId: string, clientId: string | null, text: string | null = 'Bună ziua') => {
      const place = { conversationId, clientId, firmId: null };
      return at({
        type: 'MessageSent',
        data: { year: 2026, ...place, senderId: 'ana', text, fileIds: [], quoteId: null },
      });
    };
    const message = {
      ...folderDocument,
      id: 'm',
      kind: 'message',
      key: 'conversation:c-1/2026',
      title: 'Bună ziua',
      facets: { authorId: 'ana', conversationId: 'c-1' },
    };
    const ofTwo = {
      ...message,
      facets: { authorId: 'ana', conversationId: 'k' },
      key: 'conversation:k/2026',
      scopes: ['conversation:k'],
    };
    await given(said('c-1', 'c-1')).thenRows({ m: message });
    await given(said('k', 'c-1')).thenRows({ m: { ...ofTwo, scopes: ['conversation:k', 'about:c-1'] } });
    const leaving = ofClient({ type: 'ClientDeleted', data: { firmId: 'f-1', cui: null, societate: null } });
    await given(said('k', 'c-1'), said('c-1', 'c-1'), leaving).thenRows({});
    await given(said('k', null)).thenRows({ m: ofTwo });
    const edited = at({
      type: 'MessageEdited',
      data: { year: 2026, conversationId: 'c-1', number: 1, from: 'Bună ziua', to: 'Bună' },
    });
    await given(said('c-1', 'c-1'), edited).thenRows({ m: { ...message, title: 'Bună' } });
    const gone = at({ type: 'MessageDeleted', data: { year: 2026, conversationId: 'c-1', text: 'Bună' } });
    await given(said('c-1', 'c-1'), gone).thenRows({});
    await given(said('c-1', 'c-1', null), edited).thenRows({});
  });
  it('with what the document says of itself, and the tags of the firm, as they are now', () => {
    const first = { ...NO_FIELDS, number: 'FA 12', issuer: 'Alfa SRL', issuer_cui: '18547290', date: '2026-03-05' };
    const now = { ...first, number: 'FA 13', sum: 1190.5, currency: 'EUR' };
    const { data } = fieldsChanged('f', now);
    return given(
      inDrive(file('f', 'bon.pdf')),
      inDrive({ type: 'FileNoteAdded', data: { year: 2026, ...place, noteId: 'n', text: 'De verificat' } }),
      inDrive(fieldsChanged('f', first)),
      inDrive({ type: 'FileFieldsChanged', data: { ...data, from: first } as DataOf<DriveEvent, 'FileFieldsChanged'> }),
      inDrive(tagsChanged('f', ['urgent', 'de plătit'])),
    ).thenRows({
      f: {
        ...bare,
        notes: [
          'De verificat',
          'FA 13 · Alfa SRL · 18547290 · 05.03.2026 · 2026-03-05 · 1190.50 EUR',
          'urgent · de plătit',
        ],
        sum: 1190.5,
        facets: { ...bare.facets, tags: ['urgent', 'de platit'] },
      },
    });
  });
  it('of what was carried into another year, whichever of both is destroyed', () => {
    const carried = { fileId: 'f', folderId: null, from: 2026, year: 2032 } as const;
    return given(
      inDrive(file('f', 'bon.pdf')),
      inDrive(file('g', 'altul.pdf')),
      inDrive(folder('o', 'Acte')),
      inDrive({ type: 'FileNoteAdded', data: { year: 2026, ...place, noteId: 'n', text: 'De verificat' } }),
      inDrive({ type: 'FileNoteCarried', data: { ...carried, noteId: 'n', text: 'De verificat' } }),
      inDrive({
        type: 'FileCarried',
        data: { ...carried, name: 'bon.pdf', sha256: 'x', bytesKey: 'y', fields: null, tags: [] },
      }),
      inDrive({ type: 'FolderCarried', data: { folderId: 'o', from: 2026, year: 2032, parentId: null, name: 'Acte' } }),
    ).thenRows({
      f: { ...bare, key: 'files:c-1/2032', notes: ['De verificat'] },
      g: { ...bare, id: 'g', title: 'altul.pdf', content: bare.content && { ...bare.content, id: 'g' } },
      o: { ...folderDocument, key: 'files:c-1/2032' },
    });
  });
  it('without a name that cannot be read any more: with its key it goes', () =>
    given(
      inDrive({ ...file('f', 'x'), data: { ...file('f', 'x').data, name: null } }),
      inDrive({
        type: 'FileProcessStateChanged',
        data: { year: 2026, ...place, name: null, from: 'new', to: 'processing' },
      }),
    ).thenRows({ f: { ...bare, title: '', facets: { ...bare.facets, processState: 'processing' } } }));
});
