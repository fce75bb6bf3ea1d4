import type { Drive, Node } from './drive-nodes';

/** How long papers of a class must be stored, and since when that applies; `until` is the last day. */
type Duty = { readonly since: string; readonly basis: string; readonly until: (year: number) => string };

const firstOf = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}-01`;

/** With dates, since the law changes. Read from public sources in 2026, and not confirmed by a lawyer. */
const DUTIES = {
  R5: [
    {
      since: '2023-01-01',
      basis: 'Legea 82/1991 art. 25, Legea 36/2023',
      until: (year) => firstOf(year + 6, 7),
    },
  ],
  R10: [{ since: '1991-12-27', basis: 'Legea 82/1991 art. 25', until: (year) => firstOf(year + 11, 1) }],
} as const satisfies Record<string, readonly Duty[]>;
export type RetentionClass = keyof typeof DUTIES;

/** The class of papers in each folder of the accounting structure. */
const CLASSES: Readonly<Record<string, RetentionClass>> = {
  facturi_emise: 'R5',
  facturi_primite: 'R5',
  bonuri: 'R5',
  extrase: 'R5',
  casa: 'R5',
  deconturi: 'R5',
  salarizare: 'R5',
  stocuri: 'R5',
  intracomunitar: 'R5',
  contracte_luna: 'R5',
  declaratii: 'R5',
  balanta: 'R10',
  obligatii: 'R5',
  anaf: 'R5',
  personal: 'R5',
};

export type RetentionDuty = { readonly class: RetentionClass; readonly basis: string; readonly until: string };

/** The duty for a paper, by the nearest folder with a class. null: none is known. */
export const dutyOf = (
  { nodes }: Pick<Drive, 'nodes'>,
  { parentId, year }: Node,
  today: string,
): RetentionDuty | null => {
  for (const number of nodes.upFrom(parentId)) {
    const folder = nodes.at(number);
    const name = folder.type === 'folder' && folder.categoryKey !== null ? CLASSES[folder.categoryKey] : undefined;
    if (name) {
      const duties: readonly Duty[] = DUTIES[name];
      const duty = duties.findLast(({ since }) => since <= today) ?? duties[0]!;
      return { class: name, basis: duty.basis, until: duty.until(year) };
    }
  }
  return null;
};
