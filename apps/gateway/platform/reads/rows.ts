import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  FairQueue,
  inMemory,
  maxPosition,
  pace,
  Unavailable,
  viewRunner,
  type AnyProjector,
  type Done,
  type CountIn,
  type Find,
  type FindIn,
  type Position,
  type Row,
  type RowIn,
  type RowText,
  type ViewSpec,
  type WhereIn,
} from '@dosar/kernel/runtime';
import { registry } from '@dosar/domain/registry';
import { arrayOf, type Json } from '../http/json';
import type { Call } from '../access/call';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { partyOf } from '../access/party';
import { notFound } from '../http/problem';
import { digestOf, spending, tagOf } from './views';

/** One of a company at a time, and so many wait. */
const BY_TERMS = { places: 2, waiting: 64, dearMs: 500 };
/** So much of what is sent often is kept in memory. */
const KEPT_BYTES = 32 * 1024 * 1024;

export type Page = { readonly page: number; readonly pageSize: number };

/** What is shown of a row. */
type Showing<R> = { readonly show?: (json: RowText<R>) => string };
/** `most`: so many rows without a page. */
type MaybePage = { readonly page?: number | undefined; readonly pageSize: number; readonly most: number };

/** What of a view belongs to a client or user, or to the installation. */
export type Part = { readonly view: ViewSpec; readonly audience: string };

/** Under which name a row is shown, what is shown of it, and what else that depends on. */
export type Shown<R> = Showing<R> & { readonly name: string; readonly dependsOn?: string };
/** What is listed of a view, and how. */
type Listed<V extends ViewSpec, W extends WhereIn<V>> = Pick<FindIn<V, W>, 'where' | 'order'>;

/** Reading of views: rows go out as the JSON they are stored as. */
@Injectable()
export class ViewRows {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  private get reads() {
    return this.installation.ports.reads;
  }

  /** A row that is shown; those that a view only keeps for itself are under names that no id has. */
  async get<V extends ViewSpec>(view: V, id: string, at?: Position): Promise<Row<RowIn<V>> | null> {
    return id.includes(':') ? null : this.reads.get(view, id, at);
  }

  /** @throws Problem NOT_FOUND; Unavailable when the view does not have everything */
  async must<V extends ViewSpec>(view: V, id: string, at?: Position): Promise<Row<RowIn<V>>> {
    const row = await this.get(view, id, at);
    if (!row) throw await this.missing(view);
    return row;
  }

  /** Of what is not in a view that does not have everything, nobody can say that it is not there. */
  private async missing(view: ViewSpec): Promise<Error> {
    const { views } = this.installation;
    const hasAll = !views.stops().has(view.view) && (await this.reads.state(view)).isSettled;
    return hasAll ? notFound() : new Unavailable(`the view ${view.view} does not have everything`);
  }

  /**
   * A row as these commands of a call have left it: from the view when that has come so far, else as its projector would
   * write it. @throws Problem NOT_FOUND
   */
  async written<V extends AnyProjector>(
    projector: V,
    id: string,
    ...done: readonly Done[]
  ): Promise<RowText<RowIn<V>>> {
    const row = (await this.get(projector, id)) ?? (await this.madeBefore(projector, id, done));
    if (row && done.every(({ position }) => position === null || position <= row.position)) return row.json;
    const recorded = done.flatMap((each) => each.recorded()).filter(({ position }) => !row || position > row.position);
    const ahead = viewRunner(projector, this.reads, registry, inMemory(row?.position ?? null));
    for (const record of recorded) await ahead.project(record);
    const json = ahead.batch().writes.find((write) => write.id === id)?.json ?? row?.json;
    if (!json) throw await this.missing(projector);
    return json;
  }

  /** What was asked for again and made before is told by the view alone: it is waited for, and nobody says it is not there. */
  private async madeBefore<V extends ViewSpec>(
    view: V,
    id: string,
    done: readonly Done[],
  ): Promise<Row<RowIn<V>> | null> {
    const position = done.reduce((newest: Position | null, each) => maxPosition(newest, each.position), null);
    if (position === null || !done.some(({ repeated }) => repeated)) return null;
    const hasCome = await this.installation.views.reach([view.view], position);
    const row = await this.get(view, id);
    if (!row && !hasCome) throw new Unavailable(`the view ${view.view} has not come as far as the log`);
    return row;
  }

  /** The rows that are asked for, as JSON, with what these commands of a call have made of them. */
  async findWith<V extends AnyProjector, W extends WhereIn<V>>(
    projector: V,
    find: FindIn<V, W>,
    done: readonly Done[],
  ): Promise<RowText<RowIn<V>>[]> {
    const found = new Map((await this.find<V, W>(projector, find)).map(({ id, json }) => [id, json]));
    const ahead = viewRunner(projector, this.reads, registry, null);
    for (const record of done.flatMap((each) => each.recorded())) await ahead.project(record);
    for (const { id, json } of ahead.batch().writes)
      if (json === null) found.delete(id);
      else found.set(id, json);
    return [...found.values()];
  }

  /** What is found by terms takes long, in one thread for all: each company has its turn there. */
  findFor = <V extends ViewSpec, W extends WhereIn<V>>(call: Call, view: V, find: FindIn<V, W>) =>
    this.inTurn(call, find, () => this.find<V, W>(view, find));
  countFor = <V extends ViewSpec, W extends WhereIn<V>>(call: Call, view: V, find: CountIn<V, W>, most: number) =>
    this.inTurn(call, find, () => this.count<V, W>(view, find, most));
  private readonly byTerms = new FairQueue(BY_TERMS);
  private inTurn<T>({ caller }: Call, { terms }: Pick<Find, 'terms'>, work: () => Promise<T>): Promise<T> {
    return terms ? this.byTerms.run(partyOf(caller), work) : work();
  }

  find<V extends ViewSpec, W extends WhereIn<V>>(view: V, find: FindIn<V, W>, at?: Position) {
    return this.reads.find<V, W>(view, find, at);
  }
  count<V extends ViewSpec, W extends WhereIn<V>>(view: V, find: CountIn<V, W>, most?: number, at?: Position) {
    return this.reads.count<V, W>(view, find, most, at);
  }

  /** One row under its name, for a caller who may see it. */
  one<R>(
    call: Call,
    view: ViewSpec,
    row: Row<R>,
    { name, show = (json) => json, dependsOn = '' }: Shown<R>,
  ): Promise<Json> {
    const tag = `${tagOf(view, row.position)}${variant(dependsOn)}`;
    return this.installation.views.show(call, view, tag, async () => `{"${name}":${show(row.json)}}`);
  }

  /** A part of a view, tagged by when that part last changed, and by what else the answer depends on. */
  async part(call: Call, { view, audience }: Part, produce: () => Promise<string>, dependsOn = ''): Promise<Json> {
    const { views } = this.installation;
    return views.show(call, view, `${await views.tag(view, audience)}${variant(dependsOn)}`, produce);
  }

  /** What changes with more than one view, tagged by what it says; a view says whether it may be old. */
  said(call: Call, view: ViewSpec, value: object): Promise<Json> {
    const text = JSON.stringify(value);
    return this.installation.views.show(call, view, digestOf(text), async () => text);
  }

  /**
   * Something of a part of a view that is the same for all who may see it: `what` names it within the part. It is
   * produced once, and sent as it is until something in that part has changed.
   */
  async shared(call: Call, { view, audience }: Part, what: string, produce: () => Promise<string>): Promise<Json> {
    const { views } = this.installation;
    const tag = await views.tag(view, audience);
    return views.show(call, view, `${tag}${variant(what)}`, async () => {
      const key = `${view.view} ${audience} ${what}`;
      const kept = this.bodies.get(key);
      // a view that is being filled anew goes through its positions again
      if (kept?.tag === tag && !call.work.stale) return kept.body;
      if (call.work.stale) return this.made(call, produce);
      // many who ask at once are answered with one
      const known = this.underWay.get(`${tag} ${key}`);
      if (known) return known;
      const making = this.made(call, produce);
      this.underWay.set(`${tag} ${key}`, making);
      try {
        const body = await making;
        // only what was produced of that very state may stand for it
        if ((await views.tag(view, audience)) === tag && !call.work.stale) this.bodies.set(key, { tag, body });
        return body;
      } finally {
        this.underWay.delete(`${tag} ${key}`);
      }
    });
  }
  /** In a turn of the loop in which no more of this is done than others can wait for. */
  private async made(call: Call, produce: () => Promise<string>): Promise<Buffer> {
    await pace()();
    return Buffer.from(await spending(call, produce));
  }
  private readonly underWay = new Map<string, Promise<Buffer>>();
  private readonly bodies = new LRUCache<string, { readonly tag: string; readonly body: Buffer }>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });

  /** A whole list, or a page of it when one is asked for. Of a long one the first rows, and how many there are. */
  async listed<V extends ViewSpec, W extends WhereIn<V>>(
    view: V,
    name: string,
    find: Listed<V, W>,
    { page, pageSize, most, show = (json) => json }: MaybePage & Showing<RowIn<V>>,
  ): Promise<string> {
    if (page !== undefined) return this.page<V, W>(view, name, find, { page, pageSize, show });
    const found = await this.find<V, W>(view, { ...find, limit: most + 1 });
    if (found.length > most) return this.page<V, W>(view, name, find, { page: 1, pageSize: most, show });
    return `{"${name}":${arrayOf(found.map(({ json }) => ({ json: show(json) })))}}`;
  }

  /** `{<name>: [...], page, pageSize, total}` */
  async page<V extends ViewSpec, W extends WhereIn<V>>(
    view: V,
    name: string,
    find: Listed<V, W>,
    { page, pageSize, show = (json) => json }: Page & Showing<RowIn<V>>,
  ): Promise<string> {
    const rows = await this.find<V, W>(view, { ...find, skip: (page - 1) * pageSize, limit: pageSize });
    const total = await this.count<V, W>(view, find);
    const shown = arrayOf(rows.map(({ json }) => ({ json: show(json) })));
    return `{"${name}":${shown},"page":${page},"pageSize":${pageSize},"total":${total}}`;
  }
}

/** What an entity tag says of that which an answer depends on beside its rows. */
const variant = (dependsOn: string): string => {
  const known = variants.get(dependsOn);
  if (known !== undefined) return known;
  const made = dependsOn && `-${createHash('sha256').update(dependsOn).digest('base64url').slice(0, 8)}`;
  variants.set(dependsOn, made);
  return made;
};
const variants = new LRUCache<string, string>({ max: 5_000 });

/** What an answer depends on that may be a page. */
export const variantOf = ({ page, pageSize }: Pick<MaybePage, 'page' | 'pageSize'>): string =>
  page === undefined ? '' : `${page} ${pageSize}`;
