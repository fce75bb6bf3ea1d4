import { isOutage } from '../model/damage';
import { pauseUntil } from '../async/keep-going';
import type { Vault } from '../ports';
import type { Software } from './software';
import { updateIn } from '../keys/update-in';

/** In the vault: what each process that runs is told to offer, by its id. */
const PLACE = 'processes';
/** A process says so often that it runs, and is believed for so long. */
const BEAT_MS = 10_000;
/** Whoever says nothing for so long has ended. */
export const BELIEVED_MS = 3 * BEAT_MS;

type Told = Pick<Software, 'features' | 'timeZone'>;
type Seen = Told & { readonly at: number };
type All = Readonly<Record<string, Seen>>;

const alive = (kept: string | null, now: number): All =>
  Object.fromEntries(
    Object.entries(JSON.parse(kept ?? '{}') as All).filter(([, { at }]) => Math.abs(now - at) < BELIEVED_MS),
  );

/** Whether that process has said not long ago that it runs. @throws Unavailable */
export const isRunning = async (vault: Pick<Vault, 'get'>, id: string, now: number): Promise<boolean> =>
  id in alive(await vault.get(PLACE), now);

const without = (features: readonly string[], others: readonly string[]) =>
  features.filter((each) => !others.includes(each));

/** How another is told otherwise, in words; null: it is not. */
const differenceOf = (own: Told, other: Told): string | null => {
  const more = without(other.features, own.features);
  const less = without(own.features, other.features);
  const said = [
    ...(more.length > 0 ? [`offers ${more.join(', ')}, which this one does not`] : []),
    ...(less.length > 0 ? [`does not offer ${less.join(', ')}, which this one does`] : []),
    ...(other.timeZone === own.timeZone ? [] : [`has its days in ${other.timeZone}, this one in ${own.timeZone}`]),
  ];
  return said.length > 0 ? said.join(', and ') : null;
};

/** Says that this process runs, with what it is told to offer. @returns how others that run are told otherwise, in sentences */
export const meetProcesses = async (
  vault: Pick<Vault, 'get' | 'putIfAbsent' | 'replaceIf'>,
  id: string,
  { features, timeZone }: Told,
  now: number = Date.now(),
): Promise<readonly string[]> => {
  const own: Seen = { features, timeZone, at: now };
  const kept = await updateIn(vault, PLACE, (before) => JSON.stringify({ ...alive(before, now), [id]: own }));
  const others = Object.entries(alive(kept, now)).filter(([other]) => other !== id);
  return others.flatMap(([, other]) => {
    const difference = differenceOf(own, other);
    return difference === null
      ? []
      : [`another process ${difference}: give all of them the same DOSAR_FEATURES and DOSAR_TZ, and start them again`];
  });
};

const leave = (vault: Pick<Vault, 'get' | 'putIfAbsent' | 'replaceIf'>, id: string) =>
  updateIn(vault, PLACE, (before) => {
    const { [id]: _, ...others } = JSON.parse(before ?? '{}') as All;
    return JSON.stringify(others);
  });

/** Meets the others until the signal, and tells how they are told otherwise each time that this changes. */
export const watchProcesses = async (
  { vault, id, software }: { readonly vault: Vault; readonly id: string; readonly software: Told },
  onOthers: (sentences: readonly string[]) => void,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> => {
  // while the vault is away, which is named elsewhere, nobody is met
  const failed = (error: unknown) => {
    if (!isOutage(error)) onFailure(error);
    return null;
  };
  for (let told = ''; !signal.aborted; await pauseUntil(signal, BEAT_MS)) {
    const found = await meetProcesses(vault, id, software).catch(failed);
    const now = [...new Set(found)].join('; ');
    if (found === null || now === told) continue;
    told = now;
    onOthers([...new Set(found)]);
  }
  // where that is not done, it is believed to run for a little longer
  await leave(vault, id).catch(failed);
};
