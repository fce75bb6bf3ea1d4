import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { lane, type AnyProjector, type Done, type Find, type Row, type ViewSpec, type Where } from '@dosar/kernel';
import { library } from '@dosar/domain/everything';
import { arrayOf, type Json } from './json';
import type { Call } from './call';
import { INSTALLATION, type Installation } from './installation';
import { notFound } from './problem';
import { tagOf } from './views';

export type Page = { readonly page: number; readonly pageSize: number };

/** Reading of views: rows go out as the JSON they are stored as. */
@Injectable()
export class Rows {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  private get reads() {
    return this.installation.ports.reads;
  }

  /** A row that is shown; those that a view only keeps for itself are under names that no id has. */
  async get(view: ViewSpec, id: string): Promise<Row | null> {
    return id.includes(':') ? null : this.reads.get(view, id);
  }

  /** @throws Problem NOT_FOUND */
  async must(view: ViewSpec, id: string): Promise<Row> {
    const row = await this.get(view, id);
    if (!row) throw notFound();
    return row;
  }

  /**
   * A row as a command of this call has left it: from the view when that has come so far, else as its projector would
   * write it. @throws Problem NOT_FOUND
   */
  async written(projector: AnyProjector, id: string, done: Done): Promise<string> {
    const row = await this.get(projector, id);
    const recorded = done.recorded?.() ?? [];
    const isThere = row && (done.position === null || recorded.length === 0 || row.position >= done.position);
    if (isThere) return row.json;
    const ahead = lane(projector, this.reads, library, null);
    for (const record of recorded) await ahead.play(record);
    const json = ahead.batch().writes.find((write) => write.id === id)?.json ?? row?.json;
    if (!json) throw notFound();
    return json;
  }

  find = (view: ViewSpec, find: Find) => this.reads.find(view, find);
  count = (view: ViewSpec, where: Where) => this.reads.count(view, where);

  /** One row under its name, for a caller who may see it. */
  one(
    call: Call,
    view: ViewSpec,
    name: string,
    row: Row,
    show: (json: string) => string = (json) => json,
    dependsOn = '',
  ): Promise<Json> {
    const tag = `${tagOf(view, row.position)}${variant(dependsOn)}`;
    return this.installation.views.show(call, view, tag, async () => `{"${name}":${show(row.json)}}`);
  }

  /** A part of a view, tagged by when that part last changed, and by what else the answer depends on. */
  async part(
    call: Call,
    view: ViewSpec,
    audience: string,
    produce: () => Promise<string>,
    dependsOn = '',
  ): Promise<Json> {
    const { views } = this.installation;
    return views.show(call, view, `${await views.tag(view, audience)}${variant(dependsOn)}`, produce);
  }

  /** `{<name>: [...], page, pageSize, total}` */
  async page(
    view: ViewSpec,
    name: string,
    where: Where,
    order: Find['order'],
    { page, pageSize }: Page,
    show: (json: string) => string = (json) => json,
  ): Promise<string> {
    const rows = await this.find(view, { where, order: order ?? [], skip: (page - 1) * pageSize, limit: pageSize });
    const total = await this.count(view, where);
    const shown = arrayOf(rows.map(({ json }) => ({ json: show(json) })));
    return `{"${name}":${shown},"page":${page},"pageSize":${pageSize},"total":${total}}`;
  }
}

/** What an entity tag says of that which an answer depends on beside its rows. */
const variant = (dependsOn: string): string =>
  dependsOn && `-${createHash('sha256').update(dependsOn).digest('base64url').slice(0, 8)}`;
