import { later, reactorsCheckpoint, type Ports, type Position, type Signal, type ViewSpec } from '@dosar/kernel';
import { Json } from './json';
import type { Call } from './call';

/** How long a call waits for a view before it answers with what there is. */
export const PATIENCE_MS = 2_000;
const ASK_AGAIN_MS = 50;

/** The gateway's own memory of who may do what is waited for like a view. */
export const ACCESS_MEMORY = 'access-memory';
/** So are the reactors. */
const REACTIONS = 'reactions';

type Waiting = { readonly views: readonly string[]; readonly position: Position; readonly go: () => void };

/** How far each view has come, as far as this gateway has heard, and those who wait for more. */
export class Views {
  private readonly positions = new Map<string, Position>();
  private readonly stopped = new Set<string>();
  private readonly waiting = new Set<Waiting>();
  /** The newest event that a reactor appended. */
  private appended: Position | null = null;
  private readonly asking: NodeJS.Timeout;

  constructor(
    private readonly ports: Pick<Ports, 'events' | 'reads' | 'signals' | 'vault'>,
    private readonly specs: ReadonlyMap<string, ViewSpec>,
  ) {
    ports.signals.listen((signal) => this.hear(signal));
    this.asking = setInterval(() => void this.askAgain(), ASK_AGAIN_MS).unref();
  }

  close(): void {
    clearInterval(this.asking);
  }

  /** A view, or what is waited for like one, has come so far. */
  moved(views: readonly string[], position: Position): void {
    for (const view of views) {
      this.positions.set(view, position);
      this.stopped.delete(view);
    }
    for (const each of this.waiting) if (this.isReached(each)) each.go();
  }

  /** Views that met an event they could not digest. */
  stoppedOnes(): readonly string[] {
    return [...this.stopped];
  }

  /** Resolves to whether these views include the event at that position; those that have stopped are not waited for. */
  async reach(views: readonly string[], position: Position): Promise<boolean> {
    const moving = views.filter((view) => !this.stopped.has(view));
    const reached = await this.until({ views: moving, position });
    return reached && moving.length === views.length;
  }

  /** Resolves to whether the reactors have come so far, and where the newest event is that they appended. */
  async reaction(position: Position): Promise<{ readonly reached: boolean; readonly appended: Position | null }> {
    const reached = await this.until({ views: [REACTIONS], position });
    return { reached, appended: this.appended };
  }

  /** Entity tag of a view's part: it changes when, and only when, something in that part was changed. */
  async tag(spec: ViewSpec, audience: string): Promise<string> {
    return tagOf(spec, (await this.ports.reads.audience(spec, audience)) ?? 0n);
  }

  /** What is shown of a view: nothing when the caller has it already, and marked when it may be old. */
  async show(call: Call, spec: ViewSpec, tag: string, produce: () => Promise<string | Buffer>): Promise<Json> {
    if (this.stopped.has(spec.view) || !(await this.ports.reads.settled(spec))) call.stale = true;
    // who asks is part of the tag: a browser keeps what it got when somebody else signs in
    const own = `"${tag}-${call.caller.id.slice(-12)}"`;
    return matches(call.ifNoneMatch, own) ? new Json('', own, 304) : new Json(await produce(), own);
  }

  private hear(signal: Signal): void {
    if (signal.kind === 'moved') this.moved(signal.views, BigInt(signal.position));
    else if (signal.kind === 'stopped') this.stop(signal.view);
    else this.react(BigInt(signal.position), signal.appended === null ? null : BigInt(signal.appended));
  }

  private stop(view: string): void {
    this.stopped.add(view);
    for (const each of this.waiting) if (this.isReached(each)) each.go();
  }

  private react(position: Position, appended: Position | null): void {
    this.appended = later(this.appended, appended);
    this.moved([REACTIONS], position);
  }

  private isReached({ views, position }: Pick<Waiting, 'views' | 'position'>): boolean {
    return views.every((view) => this.stopped.has(view) || (this.positions.get(view) ?? -1n) >= position);
  }

  private until(wanted: Pick<Waiting, 'views' | 'position'>): Promise<boolean> {
    if (this.isReached(wanted)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (reached: boolean) => {
        clearTimeout(patience);
        this.waiting.delete(waiting);
        resolve(reached);
      };
      const waiting = { ...wanted, go: () => end(true) };
      const patience = setTimeout(() => end(false), PATIENCE_MS);
      this.waiting.add(waiting);
    });
  }

  /** A lost signal costs time, not data: those who wait for long have the views and the reactors themselves asked. */
  private async askAgain(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const late = new Set([...this.waiting].flatMap(({ views }) => views));
    for (const view of late) {
      const spec = this.specs.get(view);
      const position = spec && (await this.ports.reads.position(spec).catch(() => null));
      if (position) this.moved([view], position);
    }
    if (late.has(REACTIONS)) await this.askReactors().catch(() => undefined);
    this.isAsking = false;
  }
  private isAsking = false;

  private async askReactors(): Promise<void> {
    const kept = await this.ports.vault.get(reactorsCheckpoint('reactors'));
    if (kept === null || BigInt(kept) <= (this.positions.get(REACTIONS) ?? -1n)) return;
    // where they appended is not known, but it is not behind the newest event
    this.react(BigInt(kept), await this.ports.events.head());
  }
}

export const tagOf = ({ version }: ViewSpec, position: Position): string => `${version}-${position.toString(36)}`;

/** RFC 9110 section 13.1.2: weak comparison with any of the tags. */
const matches = (header: string | null, tag: string): boolean =>
  header !== null &&
  (header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag));
