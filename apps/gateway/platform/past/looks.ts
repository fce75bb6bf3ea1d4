import { Inject, Injectable } from '@nestjs/common';
import { projectors } from '@dosar/domain/registry';
import type { Position } from '@dosar/kernel/runtime';
import type { Call } from '../access/call';
import { isAllowed, ruleOf } from '../access/policy';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { Problem, wrongField } from '../http/problem';
import { Instants, IS_POSITION, type LogInstant } from './instants';
import { NOTES_OF_LOOKS, type Look, type NotesOfLooks, type RequestedLook } from './look';
import { openedThing } from './opened-thing';
import { PastRights } from './rights-then';

/** What can be read as of an instant. */
const PAST_VIEWS = projectors.filter(({ keepsFormer }) => keepsFormer).map(({ view }) => view);

const timeOf = (at: string): string => new Date(at).toISOString();

/** Makes the look of each call that asks for the past. */
@Injectable()
export class Looks {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Pick<Installation, 'access' | 'views' | 'commandHandler'>,
    @Inject(NOTES_OF_LOOKS) private readonly notes: NotesOfLooks | null,
    private readonly instants: Instants,
    private readonly past: PastRights,
  ) {}

  /** @throws Problem when there is no such instant, or the caller may not look with the rights of others */
  async of(call: Call, { at, as }: RequestedLook, field = 'at'): Promise<Look> {
    const { caller } = call;
    if (caller.role === 'auditor') return this.ofAuditor(call, { at, as }, field);
    if (as !== undefined && caller.role !== 'admin') throw new Problem('ACCESS_DENIED');
    const instant = at === undefined ? await this.instants.newest() : await this.instants.of(at, field);
    await this.reach(call, instant.position);
    const stood = () => this.past.at(instant.position, (ms) => call.spend(ms));
    if (as === undefined)
      return {
        instant,
        stood,
        person: caller,
        rights: this.installation.access,
        since: null,
        before: null,
        isAs: false,
      };
    const rights = await stood();
    const person = rights.user(as);
    if (person?.status !== 'active') throw wrongField('as', 'unknown_id');
    if (!isAllowed(ruleOf(call.endpoint!), person.role)) throw new Problem('ACCESS_DENIED');
    await this.notes?.note(this.installation.commandHandler, call, as);
    return { instant, stood, person, rights, since: null, before: null, isAs: true };
  }

  /** Nothing is seen as it was later than the end of the period, nor as it was before. */
  private async ofAuditor(call: Call, { at, as }: RequestedLook, field: string): Promise<Look> {
    const { caller, caller: person } = call;
    const { period } = this.installation.access.scope(caller);
    if (as !== undefined || !period) throw new Problem('ACCESS_DENIED');
    const last = await this.lastOf(period.to, field);
    const asked = at === undefined ? last : await this.instants.of(at, field);
    const isBefore = at !== undefined && (IS_POSITION.test(at) ? asked.time < period.from : timeOf(at) < period.from);
    if (isBefore && asked.position !== last.position) throw wrongField(field, 'before_period');
    const instant = asked.position < last.position ? asked : last;
    await this.reach(call, instant.position);
    const stood = () => this.past.at(instant.position, (ms) => call.spend(ms));
    const before = await this.beforeOf(period.from);
    return { instant, stood, person, rights: this.installation.access, since: period.from, before, isAs: false };
  }

  private beforeOf(begin: string): Promise<LogInstant | null> {
    return this.instants.of(new Date(Date.parse(begin) - 1).toISOString()).catch((error: unknown) => {
      // nothing was before it
      if (error instanceof Problem) return null;
      throw error;
    });
  }

  private lastOf(end: string, field: string): Promise<LogInstant> {
    const last = Date.parse(end) - 1;
    return last >= Date.now() ? this.instants.newest() : this.instants.of(new Date(last).toISOString(), field);
  }

  /** Whether a call is answered as of an instant without asking for it. */
  isBound = (call: Call): boolean => call.actor?.role === 'auditor' && ruleOf(call.endpoint!).auditor === 'past';

  /** Notes what an auditor is about to be answered. */
  async opened(call: Call, input: object, { instant }: Look): Promise<void> {
    if (!this.isBound(call) || !this.notes) return;
    const thing = openedThing(call.endpoint!, input, call, instant);
    await this.notes.opened(this.installation.commandHandler, call, thing);
  }

  private async reach(call: Call, position: Position): Promise<void> {
    if (!(await this.installation.views.reach(PAST_VIEWS, position))) call.work.stale = true;
  }
}
