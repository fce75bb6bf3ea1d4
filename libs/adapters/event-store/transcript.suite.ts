import { derivedId, type EncodedRecord, type EventStore } from '@dosar/kernel/runtime';
import { all, aRecord, take } from '../testing/records';
import { seeded } from '../testing/seeded';

/**
 * The same seeded random operations give the same normalised answers in every adapter: positions are compared by their
 * order, errors by their kind.
 */
export const eventStoreTranscript = async (store: EventStore, seed: number, operations: number): Promise<string[]> => {
  const random = seeded(seed);
  const prefix = `differential-${seed}-`;
  const start = await store.head();
  const revisions = new Map<string, number>();
  const sent: { stream: string; seen: number; records: EncodedRecord[] }[] = [];
  const transcript: string[] = [];

  const append = async (stream: string, seen: number, records: EncodedRecord[]) => {
    try {
      const { revision, position } = await store.append(stream, seen, records);
      revisions.set(stream, Math.max(revision, revisions.get(stream) ?? -1));
      const [there] = await store.at([position]);
      return `appended to ${stream} up to ${revision}, where ${there?.text === records.at(-1)!.text ? 'it stands' : 'it does not stand'}`;
    } catch (error) {
      return `${stream}: ${(error as Error).name}`;
    }
  };

  for (let at = 0; at < operations; at += 1) {
    const stream = `${prefix}${random.below(40)}`;
    const current = revisions.get(stream) ?? -1;
    const kind = random.below(10);
    if (kind < 5) {
      const seen = random.chance(0.8) ? current : random.below(current + 3) - 1;
      const size = 1 + random.below(4);
      const records = Array.from({ length: size }, (_, index) =>
        aRecord(stream, seen + 1 + index, `operation ${at}`, derivedId(prefix, at, index)),
      );
      sent.push({ stream, seen, records });
      transcript.push(await append(stream, seen, records));
    } else if (kind < 7 && sent.length > 0) {
      const again = random.oneOf(sent);
      const records = random.chance(0.7) ? again.records : again.records.slice(0, 1);
      transcript.push(await append(again.stream, again.seen, records));
    } else {
      const from = random.below(current + 3);
      const limit = 1 + random.below(6);
      const found = await all(store.read(stream, from, limit));
      transcript.push(
        `read ${stream} from ${from}: ${found.map(({ revision, text }) => `${revision} ${text}`).join(' | ')}`,
      );
    }
  }
  const total = [...revisions.values()].reduce((sum, revision) => sum + revision + 1, 0);
  const followed = total > 0 ? await take(store, start, total) : [];
  transcript.push(...followed.map(({ text }) => text));
  const places = followed.map(({ position }) => position).filter((_, at) => at % 97 === 0);
  for (const record of await store.at(places)) transcript.push(record?.text ?? 'nothing');
  return transcript;
};
