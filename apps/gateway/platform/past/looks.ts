import { Inject, Injectable } from '@nestjs/common';
import { projectors } from '@dosar/domain/registry';
import type { Position } from '@dosar/kernel/runtime';
import type { Call } from '../access/call';
import { isAllowed, ruleOf } from '../access/policy';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { Problem, wrongField } from '../http/problem';
import { Instants } from './instants';
import { NOTES_OF_LOOKS, type Look, type NotesOfLooks, type RequestedLook } from './look';
import { PastRights } from './rights-then';

/** What can be read as of an instant. */
const PAST_VIEWS = projectors.filter(({ keepsFormer }) => keepsFormer).map(({ view }) => view);

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
    if (as !== undefined && caller.role !== 'admin') throw new Problem('ACCESS_DENIED');
    const instant = at === undefined ? await this.instants.newest() : await this.instants.of(at, field);
    await this.reach(call, instant.position);
    const stood = () => this.past.at(instant.position);
    if (as === undefined) return { instant, stood, person: caller, rights: this.installation.access, isAs: false };
    const rights = await stood();
    const person = rights.user(as);
    if (person?.status !== 'active') throw wrongField('as', 'unknown_id');
    if (!isAllowed(ruleOf(call.endpoint!), person.role)) throw new Problem('ACCESS_DENIED');
    await this.notes?.note(this.installation.commandHandler, call, as);
    return { instant, stood, person, rights, isAs: true };
  }

  private async reach(call: Call, position: Position): Promise<void> {
    if (!(await this.installation.views.reach(PAST_VIEWS, position))) call.work.stale = true;
  }
}
