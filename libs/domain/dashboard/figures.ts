import { AccountingStatus, DASHBOARD, ProcessState } from '@dosar/contracts';

/** The count of each state. */
type Counts<K extends string> = Readonly<Record<K, number>>;
/**
 * How many files were uploaded, by day and quarter of an hour of UTC, from which the days of every time zone can be summed.
 */
export type Uploads = Readonly<Record<number, Readonly<Record<number, number>>>>;

export type Figures = {
  readonly process: Counts<ProcessState>;
  readonly accounting: Counts<AccountingStatus | 'none'>;
  readonly uploads: Uploads;
};

/** The properties of a file that count. */
export type CountedFile = {
  readonly process: ProcessState;
  readonly accounting: AccountingStatus | null;
  readonly uploadedAt: string;
};

const noneOf = <K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<K, number>;

export const NO_FIGURES: Figures = {
  process: noneOf(ProcessState.options),
  accounting: noneOf([...AccountingStatus.options, 'none']),
  uploads: {},
};

const QUARTER_MS = 15 * 60_000;
const QUARTERS_A_DAY = 96;
/** As many days of UTC as the shown days of any time zone span. */
const DAYS = DASHBOARD.days + 2;

/** Visits the upload times, in milliseconds, with their counts. */
export const eachUpload = (uploads: Uploads, see: (ms: number, count: number) => void): void => {
  for (const day in uploads) {
    const quarters = uploads[day]!;
    for (const quarter in quarters)
      see((Number(day) * QUARTERS_A_DAY + Number(quarter)) * QUARTER_MS, quarters[quarter]!);
  }
};

const dayOf = (time: string) => Math.floor(Date.parse(time) / (QUARTERS_A_DAY * QUARTER_MS));
const quarterOf = (time: string) => Math.floor(Date.parse(time) / QUARTER_MS) % QUARTERS_A_DAY;

/** Leaves out zeros, so that rows are small. */
const withEntry = <T>(all: Readonly<Record<number, T>>, key: number, value: T | null): Readonly<Record<number, T>> => {
  if (value !== null) return { ...all, [key]: value };
  const { [key]: _, ...others } = all;
  return others;
};

const firstShown = (now: string) => dayOf(now) - DAYS;
const uploadsSince = (first: number, uploads: Uploads): Uploads => {
  // keys are in ascending order
  const [oldest] = Object.keys(uploads);
  if (oldest === undefined || Number(oldest) >= first) return uploads;
  return Object.fromEntries(Object.entries(uploads).filter(([day]) => Number(day) >= first));
};

/** Removes days that are not shown any more. */
export const shownUploads = (uploads: Uploads, now: string): Uploads => uploadsSince(firstShown(now), uploads);

const withUpload = (time: string, by: number, now: string) => {
  const day = dayOf(time);
  const quarter = quarterOf(time);
  const first = firstShown(now);
  return (before: Uploads): Uploads => {
    const uploads = uploadsSince(first, before);
    if (day < first) return uploads;
    const quarters = uploads[day] ?? {};
    const count = (quarters[quarter] ?? 0) + by;
    const after = withEntry(quarters, quarter, count > 0 ? count : null);
    return withEntry(uploads, day, Object.keys(after).length > 0 ? after : null);
  };
};

const plus = <K extends string>(counts: Counts<K>, name: K, by: number): Counts<K> => ({
  ...counts,
  [name]: counts[name] + by,
});

/** Adds or removes a file, in the same way for a client, its firm and the installation. */
export const withFile = ({ process, accounting, uploadedAt }: CountedFile, by: 1 | -1, now: string) => {
  const uploaded = withUpload(uploadedAt, by, now);
  return <F extends Figures>(figures: F): F => ({
    ...figures,
    process: plus(figures.process, process, by),
    accounting: plus(figures.accounting, accounting ?? 'none', by),
    uploads: uploaded(figures.uploads),
  });
};

/** Counts a file in another state than before. */
export const withChange = <F extends Figures>(figures: F, before: CountedFile, after: CountedFile): F => ({
  ...figures,
  process: plus(plus(figures.process, before.process, -1), after.process, 1),
  accounting: plus(plus(figures.accounting, before.accounting ?? 'none', -1), after.accounting ?? 'none', 1),
});

const summed = <K extends string>(a: Counts<K>, b: Counts<K>, by: 1 | -1) =>
  Object.fromEntries(Object.entries<number>(a).map(([name, count]) => [name, count + by * b[name as K]])) as Counts<K>;

const summedUploads = (a: Uploads, b: Uploads, by: 1 | -1): Uploads => {
  let sum = a;
  for (const [day, quarters] of Object.entries(b))
    for (const [quarter, count] of Object.entries(quarters)) {
      const own = sum[Number(day)] ?? {};
      const left = (own[Number(quarter)] ?? 0) + by * count;
      const after = withEntry(own, Number(quarter), left > 0 ? left : null);
      sum = withEntry(sum, Number(day), Object.keys(after).length > 0 ? after : null);
    }
  return sum;
};

/** The sum of the states. */
export const statesOf = (all: readonly Figures[]): Pick<Figures, 'process' | 'accounting'> =>
  all.reduce<Pick<Figures, 'process' | 'accounting'>>(
    ({ process, accounting }, each) => ({
      process: summed(process, each.process, 1),
      accounting: summed(accounting, each.accounting, 1),
    }),
    NO_FIGURES,
  );

/** Adds or subtracts the figures of another row. */
export const combined = <F extends Figures>(figures: F, other: Figures, by: 1 | -1): F => ({
  ...figures,
  process: summed(figures.process, other.process, by),
  accounting: summed(figures.accounting, other.accounting, by),
  uploads: summedUploads(figures.uploads, other.uploads, by),
});

export const totalOf = ({ process }: Pick<Figures, 'process'>): number =>
  process.new + process.processing + process.processed;
export const pendingOf = ({ process }: Pick<Figures, 'process'>): number => process.new + process.processing;
