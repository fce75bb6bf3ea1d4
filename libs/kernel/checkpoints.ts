import { Damaged, REMEDY } from './damage';
import type { Position } from './event';
import type { EventStore, Vault } from './ports';
import { updateIn } from './update-in';

/**
 * Which groups of reactors ever had a checkpoint: one of these without any has lost it. It is there before anything but the
 * first record of a log: when it is not, every group without a checkpoint has.
 */
const BEGUN = 'checkpoints';
const placeOf = (group: string) => `checkpoint/${group}`;
const BEFORE_ALL = 'start';

const read = (kept: string): Position | null => (kept === BEFORE_ALL ? null : BigInt(kept));
const written = (position: Position | null) => (position === null ? BEFORE_ALL : String(position));
const listIn = (kept: string | null) => (kept === null ? [] : (JSON.parse(kept) as string[]));

const lostOf = (group: string) =>
  `the vault has lost the checkpoint of the reactors "${group}": what follows from events by them waits, and all else goes on; ${REMEDY.vault}, or let them begin anew with "dosar accept-log", by which nothing is done twice`;

/** How far groups of reactors have come, in the vault. */
export const checkpoints = (vault: Pick<Vault, 'get' | 'putIfAbsent' | 'replaceIf'>) => ({
  /**
   * Where a group goes on; one that was never there begins behind `head`, which was read before.
   * @param isNew nothing was written to the log yet but its first record
   * @throws Damaged when it was there and its checkpoint is gone: from which event on it has to go on is then not known.
   */
  async begin(group: string, head: Position | null, isNew = head === null): Promise<Position | null> {
    const kept = await vault.get(placeOf(group));
    if (kept !== null) return read(kept);
    const begun = await vault.get(BEGUN);
    if (begun === null ? !isNew : listIn(begun).includes(group)) throw new Damaged(lostOf(group));
    await vault.putIfAbsent(placeOf(group), written(head));
    await this.remember([group]);
    return read((await vault.get(placeOf(group)))!);
  },

  /** These have begun, or have lost where they were. */
  async remember(groups: readonly string[]): Promise<void> {
    await updateIn(vault, BEGUN, (list) => JSON.stringify([...new Set([...listIn(list), ...groups])]));
  },

  /** How far it has come as far as the vault knows; null when that is nowhere. */
  async at(group: string): Promise<Position | null> {
    const kept = await vault.get(placeOf(group));
    return kept === null ? null : read(kept);
  },

  /**
   * Moves on, never back: another process may be further, and what is done again changes nothing.
   * @param from where it was when it was kept last
   * @returns where it is
   */
  async move(group: string, position: Position, from: Position | null = null): Promise<Position | null> {
    const further = (kept: string | null) =>
      kept !== null && (read(kept) ?? -1n) >= position ? null : written(position);
    return read((await updateIn(vault, placeOf(group), further, written(from)))!);
  },

  /** Lets groups whose checkpoint was lost begin anew: what they did is not done twice. */
  async restoreLost(): Promise<void> {
    for (const group of listIn(await vault.get(BEGUN))) await vault.putIfAbsent(placeOf(group), BEFORE_ALL);
  },

  /** Sets all that are further than a log that was set back to its end. @returns whose they are */
  async setBack(events: Pick<EventStore, 'head'>): Promise<readonly string[]> {
    const groups = listIn(await vault.get(BEGUN));
    const places = await Promise.all(groups.map((group) => this.at(group)));
    // other processes move on meanwhile: what is compared was read before the log's end
    const end = await events.head();
    const ahead = groups.filter((_, at) => (places[at] ?? -1n) > (end ?? -1n));
    for (const group of ahead) await updateIn(vault, placeOf(group), () => written(end));
    return ahead;
  },
});

export type Checkpoints = ReturnType<typeof checkpoints>;
