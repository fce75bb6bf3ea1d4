import { NO_FIELDS, type DocumentFields, type FolderTree, type ProcessState } from '@dosar/contracts';
import { madeFor, monthsIn, placeOf } from './places';

const folder = (id: string, category_key: string | null, children: FolderTree[] = []) =>
  ({ id, name: id, category_key, children }) as unknown as FolderTree;
const tree = [
  folder('Diverse', null),
  folder('2026', 'an_2026', [
    folder('Martie', 'luna_2026-03', [folder('Emise', 'facturi_emise'), folder('Primite', 'facturi_primite')]),
    folder('Aprilie', 'luna_2026-04', [folder('Emise aprilie', 'facturi_emise')]),
  ]),
];
const OWN = '1590082';
const placed = (fields: Partial<DocumentFields>, process_state: ProcessState = 'new') =>
  placeOf(monthsIn(tree), { fields: { ...NO_FIELDS, ...fields }, process_state }, OWN);

describe('where a document belongs', () => {
  it.each<[string, Partial<DocumentFields>, string | undefined]>([
    ['that the client got', { date: '2026-03-31', issuer_cui: '18547290', buyer_cui: OWN }, 'Martie / Primite'],
    ['that the client made out', { date: '2026-04-01', issuer_cui: OWN, buyer_cui: '7' }, 'Aprilie / Emise aprilie'],
    ['that says of whom, and not to whom', { date: '2026-03-01', issuer_cui: '18547290' }, 'Martie / Primite'],
    ['between others', { date: '2026-03-01', issuer_cui: '18547290', buyer_cui: '7' }, undefined],
    ['that does not say of whom', { date: '2026-03-01', issuer: 'Alfa SRL' }, undefined],
    ['without a day', { issuer_cui: OWN }, undefined],
  ])('%s', (_, fields, name) => expect(placed(fields)?.folder?.name).toBe(name));

  it.each<[string, Partial<DocumentFields>, object]>([
    ['of a month without folders', { date: '2025-12-31', issuer_cui: OWN }, { month: '2025-12', kind: 'issued' }],
    [
      'of a month without such a folder',
      { date: '2026-04-01', issuer_cui: '18547290', buyer_cui: OWN },
      { month: '2026-04', kind: 'received' },
    ],
  ])('has to be made %s', (_, fields, place) => expect(placed(fields)).toEqual({ ...place, folder: null }));

  it('is found among what was made', () => {
    const made = [
      { id: 'm2', name: '2025-11 Noiembrie', parent_folder_id: 'y', category_key: 'luna_2025-11' },
      { id: 'p2', name: 'Emise', parent_folder_id: 'm2', category_key: 'facturi_emise' },
      { id: 'm', name: '2025-12 Decembrie', parent_folder_id: 'y', category_key: 'luna_2025-12' },
      { id: 'p', name: 'Emise', parent_folder_id: 'm', category_key: 'facturi_emise' },
    ] as unknown as FolderTree[];
    const place = placed({ date: '2025-12-31', issuer_cui: OWN })!;
    expect(madeFor(place, made)).toEqual({ folderId: 'p', name: '2025-12 Decembrie / Emise' });
    expect(madeFor(place, made.slice(0, 3))).toBeNull();
  });

  it('is not asked about once somebody works on it', () =>
    expect(placed({ date: '2026-03-01', issuer_cui: OWN }, 'processing')).toBeNull());
  it('is not known without the number of the client', () =>
    expect(
      placeOf(
        monthsIn(tree),
        { fields: { ...NO_FIELDS, date: '2026-03-01', issuer_cui: OWN }, process_state: 'new' },
        null,
      ),
    ).toBeNull());
});
