import type { Position } from '../model/event';
import type { Place, Standing } from '../model/place';
import type { EventStore, StoredRecord } from '../ports';
import { leafOf } from './record';

export const placeOf = (record: StoredRecord): Place => ({
  position: record.position,
  leaf: leafOf(record).toString('base64'),
});

/** What a state of something that follows the log names; one without a leaf is of no log. */
export const placeIn = ({
  position,
  leaf,
}: {
  readonly position: Position | null;
  readonly leaf: string | null;
}): Place | null => (position === null ? null : { position, leaf: leaf ?? '' });

/** The last record that was taken. Its leaf is worked out when it is asked for: of most records nobody does. */
export type Taken = Pick<Place, 'position'> & { readonly place: () => Place };

export const takenAt = (place: Place | null): Taken | null => place && { position: place.position, place: () => place };

/** What is folded in memory alone, from this position on, and is never kept. */
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

/** How the first of them that is not of this log stands. */
export const foreignIn = (standings: readonly Standing[]): Exclude<Standing, 'same'> | undefined =>
  standings.find((standing): standing is Exclude<Standing, 'same'> => standing !== 'same');

/**
 * Where these stand in this log; null: nothing was taken yet. The log grows meanwhile: they were read before its end is. Of a
 * record that is damaged nothing follows about what was taken: it is named as what it is.
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
