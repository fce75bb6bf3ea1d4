import { Inject, Injectable } from '@nestjs/common';
import type { UndoNever, UndoPlan } from '@dosar/contracts';
import {
  Damaged,
  isStreamOf,
  pace,
  readable,
  streamOf,
  Unavailable,
  type Actor,
  type Position,
  type Recorded,
} from '@dosar/kernel/runtime';
import { audit, auditTerm } from '@dosar/domain/audit/audit.projector';
import { undoneByOf } from '@dosar/domain/audit/undo';
import { MessageEvents, type MessageEvent } from '@dosar/domain/conversations/message.events';
import { clientOf, DriveEvents, type DriveEvent } from '@dosar/domain/files/drive.events';
import { isReturned } from '@dosar/domain/files/undo/deed-returns';
import { eventsOf } from '../../audit/audit.reads';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { ViewRows } from '../../platform/reads/rows';

/** How many events of a deed are decrypted at once. */
const PART = 100;
/** So much of the log is looked through for what the audit does not have yet; behind that it is waited for. */
const MOST_SINCE = 1_000n;

/** What a deed did to the documents of one client, in order, and its events that cannot be undone. */
export type Deed = {
  /** null: it did nothing to documents that can be undone. */
  readonly clientId: string | null;
  readonly events: readonly Recorded<DriveEvent>[];
  /** What it did to one message: of several, or of documents as well, each is undone by itself. */
  readonly message: readonly Recorded<MessageEvent>[];
  readonly nothing: UndoPlan['nothing'];
  readonly isSeen: boolean;
  /** Whose it was. */
  readonly of: string | null;
};

/** Whether somebody may undo an event, and whether they may see it. */
export type Eyes = { readonly sees: (event: Recorded) => boolean; readonly mayUndo: (event: Recorded) => boolean };

/** A client's user undoes their own deeds; accountants those in their clients' documents. */
export const isTheirs = ({ id, role }: Pick<Actor, 'id' | 'role'>, { actor }: Recorded): boolean =>
  role !== 'user' || actor.id === id;

const inOrder = [['position', 'asc']] as const;

/** The events of one deed, read from the log by the rows of the audit. */
@Injectable()
export class Deeds {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
  ) {}

  /** @throws Unavailable when the audit lags behind it */
  async of(correlationId: string, { sees, mayUndo }: Eyes): Promise<Deed> {
    const undone: Recorded<DriveEvent>[] = [];
    const said: Recorded<MessageEvent>[] = [];
    const nothing = new Map<string, UndoPlan['nothing'][number]>();
    const leave = ({ type }: Recorded, why: UndoNever) => {
      const { count } = nothing.get(`${type} ${why}`) ?? { count: 0 };
      nothing.set(`${type} ${why}`, { event_type: type, count: count + 1, why });
    };
    let clientId: string | null = null;
    let isSeen = false;
    let of: string | null = null;
    for await (const event of this.events(correlationId)) {
      isSeen ||= sees(event);
      of ??= event.tenant.clientId;
      const undoing = undoneByOf(event.type);
      if ('why' in undoing) leave(event, undoing.why);
      else if (!mayUndo(event)) leave(event, 'not_yours');
      else if (isStreamOf(MessageEvents, event.stream)) said.push(event as Recorded<MessageEvent>);
      else if (!isReturned(event)) leave(event, 'elsewhere');
      else if (event.stream !== streamOf(DriveEvents, (clientId ??= clientOf(event.stream)))) leave(event, 'elsewhere');
      else undone.push(event);
    }
    const isOne = undone.length === 0 && said.every(({ stream }) => stream === said[0]!.stream);
    if (!isOne) for (const event of said) leave(event, 'elsewhere');
    return { clientId, events: undone, message: isOne ? said : [], nothing: [...nothing.values()], isSeen, of };
  }

  /** By what the audit has of it, and what the log has since. */
  private async *events(correlationId: string): AsyncGenerator<Recorded> {
    const { ports, views } = this.installation;
    const head = (await ports.events.head()) ?? 0n;
    const isNear = async () => head - ((await ports.reads.state(audit)).position ?? 0n) <= MOST_SINCE;
    if (!(await isNear()) && !(await views.reach([audit.view], head)))
      throw new Unavailable('the audit has not come as far as the log');
    const { position } = await ports.reads.state(audit);
    const terms = { all: [auditTerm('correlation_id', correlationId)], beginnings: [] };
    const rest = pace();
    for (let from = 0n, isMore = true; isMore;) {
      const where = { position: { from, below: (position ?? 0n) + 1n } };
      const found = await this.rows.find(audit, { where, terms, order: inOrder, limit: PART });
      for (const event of await eventsOf(this.installation, found)) yield event;
      isMore = found.length === PART;
      from = isMore ? found.at(-1)!.position + 1n : from;
      await rest();
    }
    yield* this.since(position, head, correlationId);
  }

  private async *since(position: Position | null, head: Position, correlationId: string): AsyncGenerator<Recorded> {
    if (head <= (position ?? 0n)) return;
    const done = new AbortController();
    try {
      for await (const batch of this.installation.ports.events.follow(position, done.signal)) {
        const upTo = batch.filter((record) => record.position <= head);
        const its = upTo.filter((record) => {
          const said = readable(record);
          return !(said instanceof Damaged) && said.correlationId === correlationId;
        });
        for (const event of await eventsOf(this.installation, its)) yield event;
        if (batch.at(-1)!.position >= head) return;
      }
    } finally {
      done.abort();
    }
  }
}
