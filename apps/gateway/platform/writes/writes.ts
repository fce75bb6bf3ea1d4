import { Inject, Injectable } from '@nestjs/common';
import {
  type AnyProjector,
  type CommandContext,
  commandKeys,
  type Decider,
  type Done,
  isRefusal,
  isUsedForAnother,
  maxPosition,
  type Message,
  once,
  type Origin,
  type RowIn,
  rowIn,
  type RowText,
} from '@dosar/kernel/runtime';
import { projectors, type KnownRefusal } from '@dosar/domain/registry';
import { AppendTurns } from './append-turns';
import { Call, type Caller, type CommandOrigin } from '../access/call';
import { mustStillBe } from '../access/guard';
import { groupsAfter, INSTALLATION, waitedGroups, type Installation } from '../hosting/installation';
import { named, type Json } from '../http/json';
import { partyOf } from '../access/party';
import { codeOf, Problem } from '../http/problem';
import { ViewRows } from '../reads/rows';
import { ACCESS_MEMORY } from '../reads/views';

/** The views a write waits for, so that its caller can read what it wrote. */
const WAITED = [
  ACCESS_MEMORY,
  ...projectors.filter(({ isWaitedFor }) => isWaitedFor !== false).map(({ view }) => view),
];

/** Sends the commands of handlers: results are durable, refusals are thrown. */
@Injectable()
export class Writes {
  private readonly turns: AppendTurns;

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
  ) {
    this.turns = new AppendTurns(installation.views, WAITED);
    installation.metrics.watchQueue('appends', this.turns);
  }

  /** Begins a write of this call, after checking that its idempotency key was not used for something else. @throws Problem */
  async begin(call: Call, body: unknown): Promise<Write<Call>> {
    const { keys, ports } = this.installation;
    this.mustStillBe(call);
    const context = call.context(keys.marks, body);
    const { key, body: asked } = context.command;
    const used = key === null ? null : await ports.reads.get(commandKeys, key);
    if (used && isUsedForAnother(rowIn(used.json), asked, Date.now())) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    return this.with(call, context);
  }

  /** A write that cannot be repeated. */
  once<By extends CommandOrigin>(call: By): Write<By> {
    return this.with(call, once());
  }

  with<By extends CommandOrigin>(call: By, context: CommandContext): Write<By> {
    return new Write(this.installation, this, call, context);
  }

  /** Refuses a caller who lost the right while the body was read. @throws Problem */
  mustStillBe(call: Call): void {
    if (call.actor) call.actor = mustStillAct(this.installation, call, call.origin());
  }

  /** Waits until what this call has written, and what followed from it, can be read. */
  async visible(call: Call): Promise<void> {
    const { work } = call;
    if (work.written === null || call.respondAsync) return;
    const { views } = this.installation;
    for (const [group, position] of work.reactions) {
      const { reached, appended } = await views.reaction(group, position);
      if (!reached) work.stale = true;
      if (appended === null) continue;
      work.written = maxPosition(work.written, appended);
      // later groups of the registry may handle what this group appended
      for (const next of groupsAfter(group)) work.reactions.set(next, appended);
    }
    work.reactions.clear();
    if (!(await views.reach(WAITED, work.written!))) work.stale = true;
  }

  /** Appends of many events wait for their party's turn. */
  inTurn({ actor }: Origin, append: () => Promise<Done>): Promise<Done> {
    const user = this.installation.access.user(actor.id);
    return this.turns.take(user ? partyOf(user) : actor.id, append);
  }

  /** A row after these commands. @throws Problem NOT_FOUND */
  row(view: AnyProjector, id: string, done: readonly Done[]): Promise<string> {
    return this.rows.written(view, id, ...done);
  }
}

/** Called at the moment of the decision. @throws Problem */
const mustStillAct = (installation: Installation, call: CommandOrigin, { actor }: Origin): Caller | null => {
  const { id, role, sessionId } = actor;
  return call.isSignedIn && sessionId !== null ? mustStillBe(installation, { id, role, sessionId }, call.work) : null;
};

/** One request, in one command or several. */
export class Write<By extends CommandOrigin = CommandOrigin> {
  private readonly done: Done[] = [];

  constructor(
    private readonly installation: Installation,
    private readonly writes: Writes,
    readonly call: By,
    readonly context: CommandContext,
  ) {}

  /** The same name gives the same id when the request is repeated. */
  idFor(name: string): string {
    return this.context.idFor(name);
  }

  /** Notes about work are written even if the user has lost the right meanwhile. */
  unauthorized(): Write<By> {
    const write = new Write(this.installation, this.writes, this.call, this.context);
    write.mayStill = () => {};
    return write;
  }
  private mayStill = (origin: Origin): void => void mustStillAct(this.installation, this.call, origin);

  /** A further command of the same request. */
  sub(name: string): Write<By> {
    return new Write(this.installation, this.writes, this.call, this.context.sub(name));
  }

  /** @throws Problem when it is refused. */
  async handle<S, C extends Message, E extends Message, Code extends KnownRefusal, I extends string>(
    decider: Decider<S, C, E, Code, I>,
    id: NoInfer<I>,
    command: C,
  ): Promise<Done> {
    const { commandHandler, access, metrics } = this.installation;
    const { call, context } = this;
    access.mustBeFresh();
    const origin = call.origin();
    const authorize = () => this.mayStill(origin);
    const outcome = await commandHandler
      .handle({ decider, id, command, context, origin, authorize })
      .catch((error: unknown) => {
        metrics.commanded(error instanceof Problem ? 'refused' : 'failed');
        throw error;
      });
    metrics.commanded(isRefusal(outcome) ? 'refused' : outcome.repeated ? 'repeated' : 'done');
    if (isRefusal(outcome)) throw new Problem(codeOf(outcome));
    this.note(outcome);
    return outcome;
  }

  /** The same for commands with many events, which wait for their turn. @throws Problem when it is refused. */
  handleMany<S, C extends Message, E extends Message, Code extends KnownRefusal, I extends string>(
    decider: Decider<S, C, E, Code, I>,
    id: NoInfer<I>,
    command: C,
  ): Promise<Done> {
    return this.writes.inTurn(this.call.origin(), () => this.handle(decider, id, command));
  }

  /**
   * Repeats such a command until it changes nothing more, since one append has a limited number of events.
   * @throws Problem when it is refused.
   */
  async handleWhole<S, C extends Message, E extends Message, Code extends KnownRefusal, I extends string>(
    name: string,
    decider: Decider<S, C, E, Code, I>,
    id: NoInfer<I>,
    command: C,
  ): Promise<readonly Done[]> {
    const done: Done[] = [];
    for (let part = 0; ; part += 1) {
      const next = await this.sub(`${name} ${part}`).handleMany(decider, id, command);
      if (next.types.length === 0) return done;
      done.push(next);
    }
  }

  /** A row after this write, under its name, once it can be read. @throws Problem NOT_FOUND */
  async reply(this: Write<Call>, name: string, view: AnyProjector, id: string): Promise<Json> {
    return named(name, await this.row(view, id));
  }

  /** A row after this write, once it can be read. @throws Problem NOT_FOUND */
  async row<V extends AnyProjector>(this: Write<Call>, view: V, id: string): Promise<RowText<RowIn<V>>> {
    await this.writes.visible(this.call);
    return this.writes.row(view, id, this.done);
  }

  private note(done: Done): void {
    const { call } = this;
    const { work } = call;
    const { eventId, position, types } = done;
    this.done.push(done);
    work.firstEvent ??= eventId;
    work.written = maxPosition(work.written, position);
    if (position === null) return;
    if (call instanceof Call) work.untilVisible = () => this.writes.visible(call);
    for (const group of types.flatMap((type) => waitedGroups.get(type) ?? [])) work.reactions.set(group, position);
  }
}
