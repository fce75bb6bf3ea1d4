import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { maxPosition, pace, rowIn, type Position } from '@dosar/kernel/runtime';
import type { AccessOf, AccessRow, ById } from '@dosar/domain/identity/access.projector';
import { rights } from '@dosar/domain/identity/rights.projector';
import { KnownRights } from '../access/known-rights';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { allById } from '../reads/rows-by-id';

/** So many rows are read at once. */
const PAGE = 500;
/** What a row that is read costs the loop, about. */
const LOOP_MS_EACH = 0.05;
/** Of so many instants the rights are in memory. */
const KNOWN = 8;

/** Who could do and see what at an instant. */
export class RightsThen extends KnownRights {
  /** Where the last of them changed. */
  since: Position | null = null;
  private readonly byId = new Map<string, ById>();
  private readonly conversations = new Map<string, AccessOf<'conversation'>>();

  add(row: AccessRow, position: Position): void {
    if (row.kind === 'conversation') this.conversations.set(row.id, row);
    else this.byId.set(row.id, row);
    this.replace(row, null);
    this.since = maxPosition(this.since, position);
  }

  protected row(id: string): ById | null {
    return this.byId.get(id) ?? null;
  }
  protected *rows(): Iterable<AccessRow> {
    yield* this.byId.values();
    yield* this.conversations.values();
  }
  protected conversationRow(id: string): AccessOf<'conversation'> | null {
    return this.conversations.get(id) ?? null;
  }
}

/** The rights of instants that are looked at: whoever steps through the past stays in the same ones for long. */
@Injectable()
export class PastRights {
  private readonly known = new LRUCache<Position, Promise<RightsThen>>({ max: KNOWN });

  constructor(@Inject(INSTALLATION) private readonly installation: Pick<Installation, 'ports'>) {}

  /**
   * @param spend charges whoever asks first for these rights: they are as many as the installation has people and clients
   * @throws Unavailable when the view has not come so far
   */
  async at(position: Position, spend: (ms: number) => void): Promise<RightsThen> {
    for (const [upTo, known] of this.known.entries()) {
      const { since } = await known.catch(() => ({ since: null }));
      if (since !== null && since <= position && position <= upTo) return known;
    }
    const loading = this.load(position, spend);
    this.known.set(position, loading);
    loading.catch(() => this.known.delete(position));
    return loading;
  }

  private async load(at: Position, spend: (ms: number) => void): Promise<RightsThen> {
    const { reads } = this.installation.ports;
    const found = new RightsThen();
    const rest = pace();
    const past = { find: ((view, find) => reads.find(view, find, at)) as typeof reads.find };
    for (let last = ''; ;) {
      const page = await allById(past, rights, { where: { id: { from: last } }, order: [['id', 'asc']], limit: PAGE });
      spend(page.length * LOOP_MS_EACH);
      for (const { id, json, position } of page) {
        await rest();
        if (id !== last) found.add(rowIn(json), position);
      }
      if (page.length < PAGE) return found;
      last = page.at(-1)!.id;
    }
  }
}
