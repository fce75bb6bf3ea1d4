import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Origin } from '@dosar/kernel/runtime';
import { BoundedLog } from './bounded-log';
import type { Call } from './call';
import { CONTEXTS, type GatewayContext } from '../hosting/context';
import { INSTALLATION, type Installation } from '../hosting/installation';
import type { Problem, Refused } from '../http/problem';
import type { RefusalNotes } from './refusal-notes';

const EVERY_MS = 60_000;
const LOOK_MS = 5_000;

type Waiting = { toldAt: number; count: number; refused: Refused[]; routes: string[]; origin: Origin };

/** How somebody asked: by a call, or by an event of a socket. */
export type AttemptedCall = {
  readonly method?: string;
  readonly route?: string | null;
  readonly event?: string | null;
};

/** The newest first, without duplicates. */
const withNew = <T>(all: readonly T[], added: T, isSame: (other: T) => boolean): T[] => [
  added,
  ...all.filter((other) => !isSame(other)),
];

/** The requested endpoint or event, as in the contract. */
const routeOf = ({ endpoint }: Call, { event }: AttemptedCall): string | null =>
  endpoint ? `${endpoint.method} ${endpoint.path}` : (event ?? null);

/** Refusals of sessions: the first becomes an event at once, further ones at most one event a minute with their number. */
@Injectable()
export class Refusals implements OnApplicationShutdown {
  private readonly sessions = new Map<string, Waiting>();
  private readonly log: BoundedLog;
  private readonly looking = setInterval(() => {
    this.log.look();
    void this.tell(Date.now() - EVERY_MS);
  }, LOOK_MS).unref();

  private readonly notes: RefusalNotes | undefined;

  constructor(
    @Inject(INSTALLATION) private readonly installation: Pick<Installation, 'commandHandler' | 'logger'>,
    @Inject(CONTEXTS) contexts: readonly GatewayContext[],
  ) {
    this.notes = contexts.find(({ refusals }) => refusals)?.refusals;
    this.log = new BoundedLog(installation.logger);
  }

  /**
   * Checks an answer. A refusal to a session becomes an event, after the answer; for missing things, which no event can be
   * about, and for callers without a session, a line is logged.
   */
  look(call: Call, { code, refused }: Problem, asked: AttemptedCall): void {
    const correlation_id = call.correlationId;
    const isRefused = refused !== null || code === 'ACCESS_DENIED';
    if (!call.actor) {
      if (isRefused) this.log.warn('', {}, { correlation_id, refused }, 'somebody without a session was refused');
      return;
    }
    if (code === 'NOT_FOUND') {
      const { id, sessionId } = call.actor;
      const line = { ...asked, correlation_id, refused };
      this.log.warn(sessionId, { user_id: id }, line, 'somebody asked for what is not there, or not theirs');
    }
    if (isRefused)
      void this.note(call.actor.sessionId, call.origin(), refused, routeOf(call, asked)).catch(this.notYet);
  }

  /** @param refused null when a right was refused, not a thing */
  private async note(sessionId: string, origin: Origin, refused: Refused | null, route: string | null): Promise<void> {
    const waiting = this.sessions.get(sessionId) ?? { toldAt: 0, count: 0, refused: [], routes: [], origin };
    this.sessions.set(sessionId, waiting);
    waiting.count += 1;
    waiting.origin = origin;
    const isIt = ({ resource }: Refused) =>
      resource.id === refused!.resource.id && resource.type === refused!.resource.type;
    if (refused) waiting.refused = withNew(waiting.refused, refused, isIt).slice(0, this.notes?.most);
    if (route !== null)
      waiting.routes = withNew(waiting.routes, route, (other) => other === route).slice(0, this.notes?.most);
    if (Date.now() - waiting.toldAt >= EVERY_MS) await this.append(sessionId, waiting);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.looking);
    this.log.look(Infinity);
    await this.tell(Infinity);
  }

  /** Writes the events of all refusals last noted before that time, and forgets sessions without any. */
  private async tell(before: number): Promise<void> {
    for (const [sessionId, waiting] of this.sessions) {
      if (waiting.toldAt >= before) continue;
      if (waiting.count > 0) await this.append(sessionId, waiting).catch(this.notYet);
      else this.sessions.delete(sessionId);
    }
  }

  /** It stays for the next time. */
  private readonly notYet = (error: unknown): void =>
    this.installation.logger.error({ err: error }, 'a refusal is not in the log yet');

  private async append(sessionId: string, waiting: Waiting): Promise<void> {
    const { count, refused, routes, origin } = waiting;
    Object.assign(waiting, { toldAt: Date.now(), count: 0, refused: [], routes: [] });
    try {
      await this.notes?.note(this.installation.commandHandler, { sessionId, count, refused, routes, origin });
    } catch (error) {
      Object.assign(waiting, {
        count: waiting.count + count,
        refused: [...waiting.refused, ...refused],
        routes: [...waiting.routes, ...routes],
      });
      throw error;
    }
  }
}
