import { isOutage } from '../model/damage';
import { pauseUntil } from '../async/keep-going';
import type { Vault } from '../ports';
import type { Software } from './software';
import { updateIn } from '../keys/update-in';

/** The place in the vault of the running processes, by id, with the configuration of each. */
const PLACE = 'processes';
/** Heartbeat of a process. */
const BEAT_MS = 10_000;
/** A process without a heartbeat for this long has ended. */
export const BELIEVED_MS = 3 * BEAT_MS;

type Told = Pick<Software, 'features' | 'timeZone'>;
type Seen = Told & { readonly at: number };
type All = Readonly<Record<string, Seen>>;

const alive = (kept: string | null, now: number): All =>
  Object.fromEntries(
    Object.entries(JSON.parse(kept ?? '{}') as All).filter(([, { at }]) => Math.abs(now - at) < BELIEVED_MS),
  );

/** Whether that process had a recent heartbeat. @throws Unavailable */
export const isRunning = async (vault: Pick<Vault, 'get'>, id: string, now: number): Promise<boolean> =>
  id in alive(await vault.get(PLACE), now);

const without = (features: readonly string[], others: readonly string[]) =>
  features.filter((each) => !others.includes(each));

/** How another process is configured differently, in words; null: it is not. */
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

/**
 * Stores this process's heartbeat and configuration. @returns how other running processes are configured differently,
 * in sentences
 */
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

/** Repeats the heartbeat until the signal aborts, and reports each change of how others are configured differently. */
export const watchProcesses = async (
  { vault, id, software }: { readonly vault: Vault; readonly id: string; readonly software: Told },
  onOthers: (sentences: readonly string[]) => void,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> => {
  // skipped while the vault is unavailable, which is reported elsewhere
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
  // if this fails, the process counts as running until its heartbeat expires
  await leave(vault, id).catch(failed);
};
