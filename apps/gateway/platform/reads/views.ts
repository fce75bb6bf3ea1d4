import { createHash } from 'node:crypto';
import {
  checkpoints,
  maxPosition,
  reactionsOf,
  type Ports,
  type Position,
  type Signal,
  type Stop,
  type ViewSpec,
} from '@dosar/kernel/runtime';
import { reactorGroups } from '@dosar/domain/registry';
import { Json } from '../http/json';
import type { Call } from '../access/call';

/** How long a call waits for a view before it answers with what there is. */
export const PATIENCE_MS = 2_000;
/** A signal that is late is not lost: asking costs the views a call each time. */
const ASK_AGAIN_MS = 250;

/** The gateway's own memory of who may do what is waited for like a view. */
export const ACCESS_MEMORY = 'access-memory';

/** Groups of reactors are waited for like views, too. */
const groupNames = new Map(reactorGroups.map(({ name }) => [reactionsOf(name), name]));

type Waiting = {
  readonly views: readonly string[];
  readonly position: Position;
  readonly since: number;
  readonly end: (reached: boolean) => void;
};

/** How far each view has come, as far as this gateway has heard, and those who wait for more. */
export class Views {
  private readonly positions = new Map<string, Position>();
  private readonly stopped = new Map<string, Stop>();
  private readonly waiting = new Set<Waiting>();
  private readonly specs: ReadonlyMap<string, ViewSpec>;
  /** The newest event that reactors appended, by group. */
  private readonly appended = new Map<string, Position>();
  private readonly asking: NodeJS.Timeout;
  private isClosed = false;

  constructor(
    private readonly ports: Pick<Ports, 'events' | 'reads' | 'signals' | 'vault'>,
    specs: readonly ViewSpec[],
  ) {
    this.specs = new Map(specs.map((spec) => [spec.view, spec]));
    ports.signals.listen((signal) => this.hear(signal));
    this.asking = setInterval(() => void this.askAgain(), ASK_AGAIN_MS).unref();
  }

  /** Nobody waits for a view any more. */
  close(): void {
    clearInterval(this.asking);
    this.isClosed = true;
    for (const each of this.waiting) each.end(false);
  }

  /** A view, or what is waited for like one, has come so far. */
  moved(views: readonly string[], position: Position): void {
    for (const view of views) {
      this.positions.set(view, position);
      this.stopped.delete(view);
    }
    this.endReached();
  }

  /** Views and groups of reactors that met an event they could not project, and where. */
  stops(): ReadonlyMap<string, Stop> {
    return this.stopped;
  }

  /** How far a view has come, as far as this gateway has heard. */
  position(view: string): Position | null {
    return this.positions.get(view) ?? null;
  }

  /** Whether what is shown of a view may be older than what was written: it has stopped, or is being filled. */
  async isOld(spec: ViewSpec): Promise<boolean> {
    return this.stopped.has(spec.view) || !(await this.ports.reads.state(spec)).isSettled;
  }

  /** Whether these views, as far as this gateway has heard, include the event at that position, and go on. */
  include(views: readonly string[], position: Position): boolean {
    return this.isReached({ views, position }) && !views.some((view) => this.stopped.has(view));
  }

  /** Resolves to whether these views include the event at that position; those that have stopped are not waited for. */
  async reach(views: readonly string[], position: Position): Promise<boolean> {
    const reached = await this.until({ views, position });
    return reached && !views.some((view) => this.stopped.has(view));
  }

  /** Resolves to whether a group of reactors has come so far, and where the newest event is that it appended. */
  async reaction(
    group: string,
    position: Position,
  ): Promise<{ readonly reached: boolean; readonly appended: Position | null }> {
    const reached = await this.until({ views: [reactionsOf(group)], position });
    return { reached, appended: this.appended.get(group) ?? null };
  }

  /** Entity tag of a view's part: it changes when, and only when, something in that part was changed. */
  async tag(spec: ViewSpec, audience: string): Promise<string> {
    return tagOf(spec, (await this.ports.reads.audience(spec, audience)) ?? 0n);
  }

  /** What is shown of a view: nothing when the caller has it already, and marked when it may be old. */
  async show(call: Call, spec: ViewSpec, tag: string, produce: () => Promise<string | Buffer>): Promise<Json> {
    if (await this.isOld(spec)) call.work.stale = true;
    // who asks is part of the tag: a browser keeps what it got when somebody else signs in
    const own = `"${tag}-${call.caller.id.slice(-12)}"`;
    // a write answers what it has made, whatever its caller has read before
    if (call.endpoint?.method !== 'GET') return new Json(await produce());
    return matches(call.ifNoneMatch, own) ? new Json('', own, 304) : new Json(await spending(call, produce), own);
  }

  private hear(signal: Signal): void {
    if (signal.kind === 'moved') this.moved(signal.views, BigInt(signal.position));
    else if (signal.kind === 'stopped') this.stop(signal.view, { ...signal, position: null });
    else if (signal.kind === 'reacted')
      this.react(signal.group, BigInt(signal.position), signal.appended === null ? null : BigInt(signal.appended));
  }

  private stop(view: string, stop: Stop): void {
    this.stopped.set(view, stop);
    this.endReached();
  }

  private react(group: string, position: Position, appended: Position | null): void {
    const last = maxPosition(this.appended.get(group) ?? null, appended);
    if (last !== null) this.appended.set(group, last);
    this.moved([reactionsOf(group)], position);
  }

  /** So far all of these have come; null: none of them is waited for. */
  private reachedBy(views: readonly string[]): Position | null {
    let least: Position | null = null;
    for (const view of views) {
      if (this.stopped.has(view)) continue;
      const position = this.positions.get(view) ?? -1n;
      if (least === null || position < least) least = position;
    }
    return least;
  }

  private isReached({ views, position }: Pick<Waiting, 'views' | 'position'>): boolean {
    const reached = this.reachedBy(views);
    return reached === null || reached >= position;
  }

  /** Most wait for the same views: how far these are is found once for all of them. */
  private endReached(): void {
    const known = new Map<readonly string[], Position | null>();
    for (const each of this.waiting) {
      const { views, position } = each;
      if (!known.has(views)) known.set(views, this.reachedBy(views));
      const reached = known.get(views)!;
      if (reached === null || reached >= position) each.end(true);
    }
  }

  private until({ views, position }: Pick<Waiting, 'views' | 'position'>): Promise<boolean> {
    if (this.isReached({ views, position })) return Promise.resolve(true);
    if (this.isClosed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = (reached: boolean) => {
        clearTimeout(patience);
        this.waiting.delete(waiting);
        resolve(reached);
      };
      const waiting = { views, position, since: performance.now(), end };
      const patience = setTimeout(() => end(false), PATIENCE_MS);
      this.waiting.add(waiting);
    });
  }

  /** A lost signal costs time, not data: those who wait for long have the views and the reactors themselves asked. */
  private async askAgain(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const before = performance.now() - ASK_AGAIN_MS;
    const late = new Set([...this.waiting].flatMap(({ views, since }) => (since <= before ? views : [])));
    await Promise.all([...late].map((view) => this.ask(view)));
    this.isAsking = false;
  }
  private isAsking = false;

  private async ask(view: string): Promise<void> {
    const group = groupNames.get(view);
    if (group) await this.askReactors(group).catch(() => undefined);
    const spec = this.specs.get(view);
    // an outage is named by whoever answers calls; here it only means that nothing was heard
    const state = spec && (await this.ports.reads.state(spec).catch(() => null));
    if (state?.position) this.moved([view], state.position);
  }

  private async askReactors(group: string): Promise<void> {
    const kept = await checkpoints(this.ports.vault).at(group);
    if (kept === null || kept <= (this.positions.get(reactionsOf(group)) ?? -1n)) return;
    // where they appended is not known, but it is not behind the newest event
    this.react(group, kept, await this.ports.events.head());
  }
}

/** Of an answer that is made of rows, so many bytes take a millisecond of the loop, about: rows that
 * are only joined take less, a tree two times as much. */
const BYTES_A_MS = 50_000;

/**
 * Makes an answer, and charges its session for it: the loop's time of its first read, which SQLite answers before anything
 * else goes on, and by its length what is made of the rows then. What was made before, as bytes, costs nothing again.
 */
export const spending = async <T extends string | Buffer>(call: Call, produce: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  const producing = produce();
  call.spend(performance.now() - began);
  const body = await producing;
  if (typeof body === 'string') call.spend(body.length / BYTES_A_MS);
  return body;
};

export const tagOf = ({ version }: ViewSpec, position: Position): string => `${version}-${position.toString(36)}`;

/** A tag of what is said. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** What stands in no view, with a tag of what it says. */
export const tagged = (call: Call, value: object): Json => {
  const text = JSON.stringify(value);
  const tag = `"${digestOf(`${call.caller.id} ${text}`)}"`;
  return matches(call.ifNoneMatch, tag) ? new Json('', tag, 304) : new Json(text, tag);
};

/** RFC 9110 section 13.1.2: weak comparison with any of the tags. */
export const matches = (header: string | null, tag: string): boolean =>
  header !== null &&
  (header === tag ||
    header.trim() === '*' ||
    header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag));
