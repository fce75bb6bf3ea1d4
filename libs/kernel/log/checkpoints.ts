import { Damaged, REMEDY } from '../model/damage';
import type { Position } from '../model/event';
import { placeOf, standingsOf, type Standing } from './place';
import type { EventStore, Place, Vault } from '../ports';
import { updateIn } from '../keys/update-in';

/**
 * Lists the groups of reactors that ever had a checkpoint: one of these without a checkpoint has lost it. It is stored
 * right after the first record of a log; when it is missing, every group without a checkpoint has lost it.
 */
const BEGUN = 'checkpoints';
const placeFor = (group: string) => `checkpoint/${group}`;
const BEFORE_ALL = 'start';

const read = (kept: string): Place | null => {
  if (kept === BEFORE_ALL) return null;
  const [position = '', leaf = ''] = kept.split(' ');
  return { position: BigInt(position), leaf };
};
const written = (place: Place | null) => (place === null ? BEFORE_ALL : `${place.position} ${place.leaf}`);
const listIn = (kept: string | null) => (kept === null ? [] : (JSON.parse(kept) as string[]));

const WAITS = 'what follows from events by them waits, and all else goes on';
const ANEW = 'or let them begin anew with "dosar accept-log", by which nothing is done twice';
const lostOf = (group: string) =>
  `the vault has lost the checkpoint of the reactors "${group}": ${WAITS}; ${REMEDY.vault}, ${ANEW}`;
const otherOf = (group: string) =>
  `the checkpoint of the reactors "${group}" is of another log: ${WAITS}; ${REMEDY.together}, ${ANEW}`;

type Log = Pick<EventStore, 'head' | 'at'>;

/** The newest record; null while there is none. */
export const endOf = async (events: Log): Promise<Place | null> => {
  const head = await events.head();
  const [record] = head === null ? [] : await events.at([head]);
  return record ? placeOf(record) : null;
};

/** How far each group of reactors has come, stored in the vault. */
export const checkpoints = (vault: Pick<Vault, 'get' | 'putIfAbsent' | 'replaceIf'>) => ({
  /**
   * Where a group continues; a new group begins behind `end`, which was read before.
   * @param isNew the log has no record but its first
   * @throws Damaged when the group's checkpoint is missing or of another log: where to continue is then unknown.
   */
  async begin(group: string, events: Log, end: Place | null, isNew = end === null): Promise<Position | null> {
    const place = placeFor(group);
    if ((await vault.get(place)) === null) {
      const begun = await vault.get(BEGUN);
      if (begun === null ? !isNew : listIn(begun).includes(group)) throw new Damaged(lostOf(group));
      await vault.putIfAbsent(place, written(end));
      await this.remember([group]);
    }
    const found = read((await vault.get(place))!);
    const [standing] = await standingsOf(events, [found]);
    if (standing === 'other') throw new Damaged(otherOf(group));
    return found?.position ?? null;
  },

  /** Notes that these groups have begun, whether or not their checkpoint is lost. */
  async remember(groups: readonly string[]): Promise<void> {
    await updateIn(vault, BEGUN, (list) => JSON.stringify([...new Set([...listIn(list), ...groups])]));
  },

  /** The group's position as the vault has it; null when there is none. */
  async at(group: string): Promise<Position | null> {
    const kept = await vault.get(placeFor(group));
    return kept === null ? null : (read(kept)?.position ?? null);
  },

  /**
   * Moves a checkpoint forward, never back: another process may be further.
   * @param from its place when it was stored last
   * @returns its place now
   */
  async move(group: string, to: Place, from: Place | null = null): Promise<Place> {
    const further = (kept: string | null) =>
      kept !== null && (read(kept)?.position ?? -1n) >= to.position ? null : written(to);
    return read((await updateIn(vault, placeFor(group), further, written(from)))!)!;
  },

  /**
   * Lets groups whose checkpoint is lost, or of another log, begin at the start: repeating an effect changes nothing.
   */
  async restoreLost(events: Log): Promise<void> {
    for (const [group, standing] of await this.standings(events)) {
      await vault.putIfAbsent(placeFor(group), BEFORE_ALL);
      if (standing === 'other') await updateIn(vault, placeFor(group), () => BEFORE_ALL);
    }
  },

  /** Moves checkpoints beyond the end of a log that was restored back to its end. @returns the groups concerned */
  async setBack(events: Log): Promise<readonly string[]> {
    const ahead = (await this.standings(events)).filter(([, standing]) => standing === 'ahead');
    const end = await endOf(events);
    for (const [group] of ahead) await updateIn(vault, placeFor(group), () => written(end));
    return ahead.map(([group]) => group);
  },

  /** How the checkpoint of each group stands to this log. */
  async standings(events: Log): Promise<readonly (readonly [group: string, standing: Standing])[]> {
    const groups = listIn(await vault.get(BEGUN));
    const kept = await Promise.all(groups.map((group) => vault.get(placeFor(group))));
    const standings = await standingsOf(
      events,
      kept.map((each) => (each === null ? null : read(each))),
    );
    return groups.map((group, at) => [group, standings[at]!]);
  },
});

export type Checkpoints = ReturnType<typeof checkpoints>;
