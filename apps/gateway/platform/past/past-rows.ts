import type { CountIn, FindIn, Position, Row, ViewSpec, WhereIn } from '@dosar/kernel/runtime';
import type { Call } from '../access/call';
import type { Installation } from '../hosting/installation';
import type { Json } from '../http/json';
import { ViewRows, type Part, type Shown } from '../reads/rows';
import { digestOf, spending } from '../reads/views';
import { stoodAtOf, type LogInstant } from './instants';

/** Rows as they were at an instant, and answers that say as of which one they are. */
export class PastRows extends ViewRows {
  constructor(
    private readonly here: Installation,
    readonly instant: LogInstant,
  ) {
    super(here);
  }

  override get<V extends ViewSpec>(view: V, id: string, at: Position = this.instant.position) {
    return super.get(view, id, at);
  }
  override find<V extends ViewSpec, W extends WhereIn<V>>(
    view: V,
    find: FindIn<V, W>,
    at: Position = this.instant.position,
  ) {
    return super.find<V, W>(view, find, at);
  }
  override count<V extends ViewSpec, W extends WhereIn<V>>(
    view: V,
    find: CountIn<V, W>,
    most?: number,
    at: Position = this.instant.position,
  ) {
    return super.count<V, W>(view, find, most, at);
  }

  override one<R>(call: Call, view: ViewSpec, row: Row<R>, { name, show = (json) => json }: Shown<R>): Promise<Json> {
    return this.asOf(call, view, async () => `{"${name}":${show(row.json)}}`);
  }
  override part(call: Call, { view }: Part, produce: () => Promise<string>): Promise<Json> {
    return this.asOf(call, view, produce);
  }
  override shared(call: Call, { view }: Part, _what: string, produce: () => Promise<string>): Promise<Json> {
    return this.asOf(call, view, produce);
  }
  override said(call: Call, view: ViewSpec, value: object): Promise<Json> {
    return this.asOf(call, view, async () => JSON.stringify(value));
  }

  /** Tagged by what it says: keys that are destroyed change the past, too. */
  private async asOf(call: Call, view: ViewSpec, produce: () => Promise<string>): Promise<Json> {
    const made = await spending(call, produce);
    const body = `${made.slice(0, -1)},"at":${JSON.stringify(stoodAtOf(this.instant))}}`;
    return this.here.views.show(call, view, digestOf(body), async () => Buffer.from(body));
  }
}
