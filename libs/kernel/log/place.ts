import type { Position } from '../model/event';
import type { Place, Standing } from '../model/place';
import type { EventStore, StoredRecord } from '../ports';
import { leafOf } from './record';

export const placeOf = (record: StoredRecord): Place => ({
  position: record.position,
  leaf: leafOf(record).toString('base64'),
});

/** The place that a follower of the log has stored; null without a leaf, since then it belongs to no log. */
export const placeIn = ({
  position,
  leaf,
}: {
  readonly position: Position | null;
  readonly leaf: string | null;
}): Place | null => (position === null ? null : { position, leaf: leaf ?? '' });

/** The last record that a follower has processed. Its leaf is computed on demand, which is rare. */
export type Taken = Pick<Place, 'position'> & { readonly place: () => Place };

export const takenAt = (place: Place | null): Taken | null => place && { position: place.position, place: () => place };

/** The place of something that is only held in memory and never stored. */
export const inMemory = (position: Position | null): Taken | null =>
  position === null
    ? null
    : {
        position,
        place: () => {
          throw new Error('what is in memory alone is kept nowhere');
        },
      };

export type { Standing };

/** The first of them that is not of this log. */
export const foreignIn = (standings: readonly Standing[]): Exclude<Standing, 'same'> | undefined =>
  standings.find((standing): standing is Exclude<Standing, 'same'> => standing !== 'same');

/**
 * How these places stand to this log; null: nothing was processed yet. The places must be read before the end of the
 * log, which grows meanwhile. Damage of a record does not make its place foreign: it is reported as damage.
 */
export const standingsOf = async (
  events: Pick<EventStore, 'head' | 'at'>,
  places: readonly (Place | null)[],
): Promise<readonly Standing[]> => {
  const head = (await events.head()) ?? -1n;
  const positions = [...new Set(places.flatMap((place) => (place && place.position <= head ? [place.position] : [])))];
  const found = positions.length === 0 ? [] : await events.at(positions);
  const records = new Map(positions.map((position, at) => [position, found[at] ?? null]));
  const standingOf = (place: Place | null): Standing => {
    if (place === null) return 'same';
    if (place.position > head) return 'ahead';
    const record = records.get(place.position) ?? null;
    return record && (record.damage || placeOf(record).leaf === place.leaf) ? 'same' : 'other';
  };
  return places.map(standingOf);
};
