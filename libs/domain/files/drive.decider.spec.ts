import { content, deleted, file, folder, given, processed, user } from '../testing/drive';

const upload = (fileId: string, name: string, folderId: string | null = null, quota = 0) =>
  ({ type: 'UploadFile', data: { fileId, folderId, name, quota, ...content } }) as const;

describe('a file from a conversation', () => {
  const from = (fileId: string, name: string) => {
    const { type, data } = upload(fileId, name);
    return { type, data: { ...data, chatFolderId: 'new' } } as const;
  };
  const chat = folder('chat', 'Din conversații');
  const inChat = (fileId: string, name: string, folderId = 'chat') => file(fileId, name, folderId);

  it('lies in a folder for these, which is made with the first', () => {
    given()
      .when(from('f', 'bon.pdf'))
      .then(folder('new', 'Din conversații'), inChat('f', 'bon.pdf', 'new'));
    given(chat).when(from('f', 'bon.pdf')).then(inChat('f', 'bon.pdf'));
    given(chat, deleted(chat, 'd'))
      .when(from('f', 'bon.pdf'))
      .then(folder('new', 'Din conversații'), inChat('f', 'bon.pdf', 'new'));
  });
  it('takes a free name there', () => {
    const [event] = given(chat, inChat('e', 'bon.pdf')).when(from('f', 'bon.pdf')).events;
    expect(event).toMatchObject({ data: { folderId: 'chat', name: 'bon (1).pdf', originalName: 'bon.pdf' } });
  });
  it('lies in the root where a file has the folder’s name', () =>
    given(file('x', 'din conversatii')).when(from('f', 'bon.pdf')).then(file('f', 'bon.pdf')));
});

describe('making a folder', () => {
  const create = (folderId: string, name: string, parentId: string | null = null) =>
    ({ type: 'CreateFolder', data: { folderId, parentId, name } }) as const;

  it('says where it was made', () =>
    given(folder('a', '2026'))
      .when(create('b', 'Ianuarie', 'a'))
      .then(folder('b', 'Ianuarie', 'a')));
  it.each(['Plăți', 'PLATI', 'Plăţi', 'plăți'])('is refused when the name is taken in another form: %s', (name) =>
    given(folder('a', 'Plăți')).when(create('b', name)).thenRefused('drive/name-taken'),
  );
  it('is refused when a file has the name', () =>
    given(file('f', 'Plăți.pdf')).when(create('b', 'plati.pdf')).thenRefused('drive/name-taken'));
  it('is refused below the thirty-second level', () => {
    const names = Array.from({ length: 32 }, (_, at) => `${at}`);
    const deep = names.map((name, at) => folder(name, name, names[at - 1] ?? null));
    given(...deep)
      .when(create('x', 'X', '31'))
      .thenRefused('drive/too-deep');
    given(...deep)
      .when(create('x', 'X', '30'))
      .then(folder('x', 'X', '30'));
  });
  it('may take the name of what was deleted', () =>
    given(folder('a', 'Plăți'), deleted(folder('a', 'Plăți'), 'd'))
      .when(create('b', 'Plăți'))
      .then(folder('b', 'Plăți')));
  it('may take a name that is used elsewhere', () =>
    given(folder('a', 'A'), folder('b', 'B', 'a'))
      .when(create('c', 'B'))
      .then(folder('c', 'B')));
  it('is refused in a folder that is not there, or was deleted', () => {
    given()
      .when(create('b', 'B', 'x'))
      .thenRefused('drive/unknown');
    given(folder('a', 'A'), deleted(folder('a', 'A'), 'd'))
      .when(create('b', 'B', 'a'))
      .thenRefused('drive/unknown');
    given(file('f', 'f.pdf'))
      .when(create('b', 'B', 'f'))
      .thenRefused('drive/unknown');
  });
  it('does nothing when it is there already: the same request again', () =>
    given(folder('a', 'A')).when(create('a', 'A')).thenNothing());
});

describe('renaming', () => {
  it('keeps the former name of a folder and of a file', () => {
    given(folder('a', 'A'))
      .when({ type: 'RenameFolder', data: { folderId: 'a', name: 'B' } })
      .then({
        type: 'FolderRenamed',
        data: { year: 2026, folderId: 'a', parentId: null, from: 'A', to: 'B' },
      });
    given(folder('a', 'A'), file('f', 'x.pdf', 'a'))
      .when({ type: 'RenameFile', data: { fileId: 'f', name: 'y.pdf' } })
      .then({
        type: 'FileRenamed',
        data: { year: 2026, fileId: 'f', folderId: 'a', from: 'x.pdf', to: 'y.pdf' },
      });
  });
  it('does nothing when the name is the same', () =>
    given(file('f', 'x.pdf'))
      .when({ type: 'RenameFile', data: { fileId: 'f', name: 'x.pdf' } })
      .thenNothing());
  it('may change the form of the own name', () =>
    given(folder('a', 'plati'))
      .when({ type: 'RenameFolder', data: { folderId: 'a', name: 'Plăți' } })
      .then({
        type: 'FolderRenamed',
        data: { year: 2026, folderId: 'a', parentId: null, from: 'plati', to: 'Plăți' },
      }));
  it('is refused when the name is taken, and when the thing is gone', () => {
    given(file('f', 'x.pdf'), file('g', 'y.pdf'))
      .when({ type: 'RenameFile', data: { fileId: 'f', name: 'Y.PDF' } })
      .thenRefused('drive/name-taken');
    given(file('f', 'x.pdf'), deleted(file('f', 'x.pdf'), 'd'))
      .when({ type: 'RenameFile', data: { fileId: 'f', name: 'y.pdf' } })
      .thenRefused('drive/unknown');
    given(folder('a', 'A'))
      .when({ type: 'RenameFile', data: { fileId: 'a', name: 'B' } })
      .thenRefused('drive/unknown');
  });
  it('frees the former name', () =>
    given(folder('a', 'A'), {
      type: 'FolderRenamed',
      data: { year: 2026, folderId: 'a', parentId: null, from: 'A', to: 'B' },
    })
      .when({ type: 'CreateFolder', data: { folderId: 'c', parentId: null, name: 'A' } })
      .then(folder('c', 'A')));
  it('of what the accountant works on is closed to a client’s user, not to an accountant', () => {
    const rename = { type: 'RenameFile', data: { fileId: 'f', name: 'y.pdf' } } as const;
    given(file('f', 'x.pdf'), processed('f')).when(rename, user).thenRefused('drive/locked');
    given(file('f', 'x.pdf'), processed('f'))
      .when(rename)
      .then({
        type: 'FileRenamed',
        data: { year: 2026, fileId: 'f', folderId: null, from: 'x.pdf', to: 'y.pdf' },
      });
  });
});

describe('uploading', () => {
  it('makes a file of its first version', () =>
    given(folder('a', 'A'))
      .when(upload('f', 'x.pdf', 'a'))
      .then(file('f', 'x.pdf', 'a')));
  it('numbers a name that is taken, never replaces, and says how it was called', () => {
    const numbered = (fileId: string, name: string, originalName: string) => {
      const { type, data } = file(fileId, name);
      return { type, data: { ...data, originalName } };
    };
    given(file('f', 'x.pdf'))
      .when(upload('g', 'X.pdf'))
      .then(numbered('g', 'X (1).pdf', 'X.pdf'));
    given(file('f', 'x.pdf'), file('g', 'x (1).pdf'))
      .when(upload('h', 'x.pdf'))
      .then(numbered('h', 'x (2).pdf', 'x.pdf'));
  });
  it('again under the same id does nothing, also when it was deleted since', () => {
    given(file('f', 'x.pdf')).when(upload('f', 'x.pdf')).thenNothing();
    given(file('f', 'x.pdf'), deleted(file('f', 'x.pdf'), 'd'))
      .when(upload('f', 'x.pdf'))
      .thenNothing();
  });
  it('is refused where there is no folder', () =>
    given()
      .when(upload('f', 'x.pdf', 'nowhere'))
      .thenRefused('drive/unknown'));
  it('is refused over the quota, which deleted files count into', () => {
    given(file('f', 'x.pdf'))
      .when(upload('g', 'y.pdf', null, 20))
      .then(file('g', 'y.pdf'));
    given(file('f', 'x.pdf'), deleted(file('f', 'x.pdf'), 'd'))
      .when(upload('g', 'y.pdf', null, 19))
      .thenRefused('drive/quota');
  });
});

describe('a note', () => {
  const add = (noteId: string, text: string) => ({ type: 'AddNote', data: { fileId: 'f', noteId, text } }) as const;
  const added = (noteId: string, text: string) =>
    ({
      type: 'FileNoteAdded',
      data: { year: 2026, fileId: 'f', folderId: null, name: 'x.pdf', noteId, text },
    }) as const;

  it('says beside which file it was written', () =>
    given(file('f', 'x.pdf')).when(add('n', 'Lipsește pagina 2')).then(added('n', 'Lipsește pagina 2')));
  it('may be written by a client’s user beside what the accountant works on, and where the firm files', () => {
    given(file('f', 'x.pdf'), processed('f')).when(add('n', 'De ce?'), user).then(added('n', 'De ce?'));
    const declaratii = folder('a', 'Declarații', null, 'declaratii');
    given(declaratii, file('f', 'x.pdf', 'a'))
      .when(add('n', 'De ce?'), user)
      .then({
        type: 'FileNoteAdded',
        data: { ...added('n', 'De ce?').data, folderId: 'a' },
      });
  });
  it('again under the same id does nothing, also when its file was deleted since', () => {
    given(file('f', 'x.pdf'), added('n', 'a')).when(add('n', 'a')).thenNothing();
    given(file('f', 'x.pdf'), added('n', 'a'), deleted(file('f', 'x.pdf'), 'd'))
      .when(add('n', 'a'))
      .thenNothing();
  });
  it('is refused beside a file that is gone, and beside a folder', () => {
    given(file('f', 'x.pdf'), deleted(file('f', 'x.pdf'), 'd'))
      .when(add('n', 'a'))
      .thenRefused('drive/unknown');
    given(folder('f', 'A')).when(add('n', 'a')).thenRefused('drive/unknown');
  });
});

describe('reading again', () => {
  const retry = { type: 'RetryReading', data: { fileId: 'f' } } as const;
  it('is an event of the file, which says where it is', () =>
    given(file('f', 'x.pdf'))
      .when(retry)
      .then({
        type: 'FileReadingRetried',
        data: { fileId: 'f', year: 2026, folderId: null, name: 'x.pdf' },
      }));
  it('of what is gone is refused', () =>
    given(file('f', 'x.pdf'), deleted(file('f', 'x.pdf'), 'd'))
      .when(retry)
      .thenRefused('drive/unknown'));
});

describe('the year in which something began', () => {
  const later = { now: '2027-02-03T12:00:00.000Z' };
  const years = (...commands: readonly Parameters<ReturnType<typeof given>['when']>[0][]) =>
    commands.flatMap((command) =>
      given(folder('a', 'Acte'), file('f', 'bon.pdf', 'a'))
        .when(command, later)
        .events.map(({ type, data }) => [type, data.year]),
    );

  it('is that of all that is said of it later', () =>
    expect(
      years(
        { type: 'RenameFile', data: { fileId: 'f', name: 'factură.pdf' } },
        { type: 'RenameFolder', data: { folderId: 'a', name: 'Facturi' } },
        { type: 'AddNote', data: { fileId: 'f', noteId: 'n', text: 'De verificat' } },
        { type: 'MoveItems', data: { ids: ['f'], targetId: null } },
        { type: 'DeleteItems', data: { ids: ['a'], deletion: 'd' } },
        { type: 'ChangeStates', data: { ids: ['f'], processState: 'processing' } },
      ).map(([, year]) => year),
    ).toEqual([2026, 2026, 2026, 2026, 2026, 2026, 2026]));

  it('is the present one of what begins, also of a copy', () =>
    expect(
      years(
        { type: 'CreateFolder', data: { folderId: 'b', parentId: null, name: 'Nou' } },
        {
          type: 'CopyItems',
          data: {
            ids: ['f'],
            targetId: null,
            quota: 0,
            copies: [
              {
                of: 'f',
                from: 'f',
                id: 'g',
                content: { blobId: 'b', sha256: 'x', bytesKey: 'y', mimeType: 'text/plain' },
              },
            ],
          },
        },
      ),
    ).toEqual([
      ['FolderCreated', 2027],
      ['FileUploaded', 2027],
    ]));
});
