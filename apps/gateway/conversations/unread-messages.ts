import { MESSAGE_LIMITS } from '@dosar/contracts';
import { rowIn, type ReadStore, type WhereIn } from '@dosar/kernel/runtime';
import { conversations, type ConversationRow } from '@dosar/domain/conversations/conversations.projector';
import { messages } from '@dosar/domain/conversations/messages.projector';
import { readers } from '@dosar/domain/conversations/readers.projector';

/** What somebody has not read in a conversation: how much, and where it begins. */
export type Unread = { readonly count: number; readonly first: string | null };

type Marks = ReadonlyMap<string, string | null>;

/** More are not counted: nobody reads such a number, and to count them would hold up everybody else. */
const MOST = MESSAGE_LIMITS.unread;
/** Conversations that are counted at once. */
const AT_ONCE = 50;

/** What one person has not read: of others, behind their mark, since they take part. Counted when it is asked for. */
export class UnreadOf {
  private readonly counts = new Map<string, Promise<number>>();
  private known: Promise<Marks> | null = null;

  constructor(
    private readonly rows: Pick<ReadStore, 'find' | 'count'>,
    private readonly userId: string,
    private readonly talks: () => Promise<readonly string[]>,
    /** Behind an instant of the past nothing is unread. */
    private readonly end: bigint | null = null,
  ) {}

  /** By conversation; those in which nothing is unread are not among them. */
  async in(talks: readonly ConversationRow[]): Promise<ReadonlyMap<string, Unread>> {
    const wheres = await this.unread(talks);
    const found = await Promise.all(
      wheres.map(async ([id, where]) => {
        const [count, [first]] = await Promise.all([
          this.count(id, where),
          this.rows.find(messages, { where, order: [['place', 'asc']], limit: 1 }),
        ]);
        return [id, { count, first: first?.id ?? null }] as const;
      }),
    );
    return new Map(found.filter(([, { count }]) => count > 0));
  }

  /** In all conversations in which they take part. */
  async total(): Promise<number> {
    const ids = await this.talks();
    if (ids.length === 0) return 0;
    const talks = await this.rows.find(conversations, { where: { id: { in: ids } } });
    const wheres = await this.unread(talks.map(({ json }) => rowIn(json)));
    let sum = 0;
    for (let from = 0; from < wheres.length && sum < MOST; from += AT_ONCE) {
      const counts = wheres.slice(from, from + AT_ONCE).map(([id, where]) => this.count(id, where));
      for (const count of await Promise.all(counts)) sum += count;
    }
    return Math.min(sum, MOST);
  }

  private count(id: string, where: WhereIn<typeof messages>): Promise<number> {
    const known = this.counts.get(id) ?? this.rows.count(messages, { where }, MOST);
    this.counts.set(id, known);
    return known;
  }

  /** Which messages are unread in each of these conversations, but where the newest one was read. */
  private async unread(
    talks: readonly ConversationRow[],
  ): Promise<(readonly [id: string, where: WhereIn<typeof messages>])[]> {
    const marks = await (this.known ??= this.marks());
    const open = talks.flatMap(({ id, participants, last_message_id }) => {
      const since = participants.find((each) => each.id === this.userId)?.since;
      const readId = marks.get(id) ?? null;
      return since === undefined || last_message_id === null || last_message_id === readId
        ? []
        : [{ id, since: BigInt(since), readId }];
    });
    const places = await this.placesOf(open.flatMap(({ readId }) => readId ?? []));
    return open.map(({ id, since, readId }) => {
      const read = (readId !== null && places.get(readId)) || 0n;
      const place = { from: (read > since ? read : since) + 1n, ...(this.end !== null && { below: this.end }) };
      return [id, { conversation_id: id, deleted: 0, place, sender_id: { not: this.userId } }] as const;
    });
  }

  private async marks(): Promise<Marks> {
    const found = await this.rows.find(readers, { where: { user_id: this.userId } });
    return new Map(
      found.map((row) => {
        const { conversation_id, read_id } = rowIn(row.json);
        return [conversation_id, read_id];
      }),
    );
  }

  private async placesOf(ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    if (ids.length === 0) return new Map();
    const found = await this.rows.find(messages, { where: { id: { in: ids } } });
    return new Map(found.map((row) => [row.id, BigInt(rowIn(row.json).position)]));
  }
}
