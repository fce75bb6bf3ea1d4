import { NO_FIELDS } from '@dosar/contracts';
import { emptyDrive } from './drive-nodes';
import { drive } from './drive.decider';
import type { DriveEvent } from './drive.events';
import { begunIn } from './drive-years';
import { deleted, fieldsChanged, file, folder, given, tagsChanged } from '../testing/drive';
import { recordedFields } from '../recorded-fields';

const later = { now: '2032-02-03T12:00:00.000Z' };
const past = [folder('a', 'Acte'), file('f', 'bon.pdf', 'a'), file('g', 'vechi.pdf')];
const carried: readonly DriveEvent[] = [
  { type: 'FolderCarried', data: { folderId: 'a', from: 2026, year: 2032, parentId: null, name: 'Acte' } },
  {
    type: 'FileCarried',
    data: {
      fileId: 'f',
      from: 2026,
      year: 2032,
      folderId: 'a',
      name: 'bon.pdf',
      sha256: 'x',
      bytesKey: 'y',
      fields: null,
      tags: [],
    },
  },
];
const carry = { type: 'CarryItems', data: { items: [{ id: 'a' }, { id: 'f', sha256: 'x', bytesKey: 'y' }] } } as const;

describe('what is to live on when the year in which it began is destroyed', () => {
  it('is said anew under the present one, once', () => {
    given(...past)
      .when(carry, later)
      .then(...carried);
    given(...past, ...carried)
      .when(carry, later)
      .thenNothing();
  });

  it('is of that year from then on', () =>
    given(...past, ...carried)
      .when({ type: 'RenameFile', data: { fileId: 'f', name: 'altul.pdf' } }, later)
      .then({
        type: 'FileRenamed',
        data: { fileId: 'f', year: 2032, folderId: 'a', from: 'bon.pdf', to: 'altul.pdf' },
      }));

  it('goes on with what is said of it', () => {
    const said = fieldsChanged('f', { ...NO_FIELDS, number: 'A 1' });
    const about = { fileId: 'f', from: 2026, year: 2032, folderId: 'a', name: 'bon.pdf', sha256: 'x', bytesKey: 'y' };
    const fields = { ...NO_FIELDS, number: 'A 1' };
    given(past[0]!, past[1]!, said, tagsChanged('f', ['urgent']))
      .when({ type: 'CarryItems', data: { items: [{ id: 'f', sha256: 'x', bytesKey: 'y' }] } }, later)
      .then({ type: 'FileCarried', data: { ...about, fields: recordedFields(fields), tags: ['urgent'] } });
  });

  it('is not what was deleted, nor what is not there', () => {
    given(...past, deleted(past[1]!, 'd'))
      .when(carry, later)
      .then(carried[0]!);
    given(past[0]!).when(carry, later).thenRefused('drive/invalid-selection');
  });
});

it('what began in a year is known: what is there, and what was deleted', () => {
  const state = [...past, ...carried, deleted(past[2]!, 'd')].reduce(
    (before, { type, data }) => (drive.evolve[type] as (...all: unknown[]) => typeof before)(data, before, later),
    emptyDrive(),
  );
  const ids = (year: number) => {
    const { living, deleted: gone } = begunIn(state, year);
    return [living, gone].map((nodes) => nodes.map(({ id }) => id));
  };
  expect([ids(2026), ids(2032)]).toEqual([
    [[], ['g']],
    [['a', 'f'], []],
  ]);
});
