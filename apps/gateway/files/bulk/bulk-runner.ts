import { Inject, Injectable } from '@nestjs/common';
import type { ProblemCode } from '@dosar/contracts';
import {
  isOutage,
  openRecords,
  pace,
  resumed,
  streamOf,
  upcast,
  within,
  type Done,
  type ItemRefusal,
  type Origin,
} from '@dosar/kernel/runtime';
import { registry } from '@dosar/domain/registry';
import { bulk } from '@dosar/domain/files/bulk.decider';
import { drive } from '@dosar/domain/files/drive.decider';
import type { Drive } from '@dosar/domain/files/drive-nodes';
import { operations } from '@dosar/domain/files/operations.projector';
import type { CommandOrigin } from '../../platform/access/call';
import { clientRight } from '../../platform/access/rights';
import { UnitOfWork } from '../../platform/access/unit-of-work';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import { problemOf } from '../../platform/http/problem.filter';
import { Writes, type Write } from '../../platform/writes/writes';
import { BulkReturns } from '../undo/bulk-returns';
import { BulkCopies } from './bulk-copies';
import { BulkTries } from './bulk-tries';
import { commandOf, isAsRequested, isCounted, isDeep, isMade, isReturn, type Started } from './bulk-commands';
import { failuresOf, unreachedOf } from './bulk-faults';
import { partsOf, type Course, type Part } from './bulk-course';
import { mustBeWithinLimit } from './bulk-effects';
import { OperationTurns, type Place } from './operation-turns';
import { Arranging } from '../pages/arranging';
import { Unpacking } from '../unzip/unpacking';

/** The user has cancelled the operation. */
class Cancelled extends Error {}

/** More passes over so few things mean that somebody undoes them at the same time. */
const PASSES = 10;
/** Time limit: things not reached by then are reported as such. */
const LONGEST_MS = 10 * 60_000;
/** How long a cancelling call waits for the work under way. */
const ENDS_WITHIN_MS = 5_000;

/** Runs operations batch by batch, each whole or not at all; resumes those that a crash interrupted. */
@Injectable()
export class BulkRunner {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly unpacking: Unpacking,
    private readonly copies: BulkCopies,
  ) {}

  @Inject(BulkTries) private readonly tries!: BulkTries;
  @Inject(BulkReturns) private readonly returns!: BulkReturns;
  @Inject(Arranging) private readonly arranging!: Arranging;
  private readonly turns = new OperationTurns();
  /** Operations under way in this process. */
  private readonly running = new Map<string, Promise<Done[]>>();

  /** Notes an operation in the log; it runs once the earlier ones of its client have ended. @throws Problem */
  async begin(operationId: string, started: Started, write: Write) {
    const known = this.running.get(operationId);
    if (known) return { begun: await this.note(operationId, started, write), running: known };
    this.turns.mustHaveRoom(started.clientId);
    const place = this.turns.enter(started.clientId, operationId);
    try {
      const begun = await this.note(operationId, started, write);
      return { begun, running: this.run(operationId, started, write, place) };
    } catch (error) {
      place.leave();
      throw error;
    }
  }

  private note(operationId: string, started: Started, write: Write): Promise<Done> {
    return write.handle(bulk, operationId, { type: 'StartBulk', data: started });
  }

  private run(operationId: string, started: Started, write: Write, { turn, leave }: Place): Promise<Done[]> {
    const runToItsEnd = (refusal: ProblemCode | null) => this.runToItsEnd(operationId, started, write, refusal);
    const running = turn.then(() => this.tries.run(operationId, started.kind, runToItsEnd)).finally(leave);
    this.running.set(operationId, running);
    const forget = () => void this.running.delete(operationId);
    running.then(forget, forget);
    return running;
  }

  /** Waits a while for the end of a cancelled operation. @returns what was appended to it, if it ended. */
  ended(operationId: string): Promise<readonly Done[]> {
    this.turns.release(operationId);
    const running = this.running.get(operationId)?.catch(() => []);
    return running ? within(ENDS_WITHIN_MS, running, () => []) : Promise.resolve([]);
  }

  /** @returns what was appended to it. A finished operation is not run again, even if there are new things in its folders. */
  private async runToItsEnd(
    operationId: string,
    asked: Started,
    write: Write,
    refusal: ProblemCode | null,
  ): Promise<Done[]> {
    // who asks again with the same key goes on with what was noted
    const { finished, started: noted } = await this.installation.commandHandler.state(bulk, operationId);
    const started = noted ?? asked;
    const until = Date.now() + LONGEST_MS;
    const course: Course = { progress: [], failed: [], changed: new Set(), reached: 0, until };
    if (isCounted(started)) course.done = 0;
    const finish = async ({ failed, made: unpacked, progress, done }: Course, items = started.items.length) => {
      const isCopy = started.kind === 'copy';
      const made = isCopy ? await this.copies.made(started.clientId, operationId, started.items) : unpacked;
      const reached = done === undefined ? items : done + failed.length;
      const data = { failed, reached, ...(done !== undefined && { done }), ...(made && { made }) };
      const command = { type: 'FinishBulk', data } as const;
      return Promise.all([...progress, write.sub('finish').unauthorized().handle(bulk, operationId, command)]);
    };
    try {
      if (!finished && refusal) throw new Problem(refusal);
      if (!finished) await this.mustGoOn(operationId, course);
      if (!finished && isMade(started)) await this.makeAll(operationId, started, write, course);
      else if (!finished && isReturn(started))
        await this.returns.run({ operationId, started, course }, write, () => this.mustGoOn(operationId, course));
      else if (!finished) await this.runBatches(operationId, started, write, course);
    } catch (error) {
      // on an outage resume later; on any other error finish
      if (isOutage(error)) throw error;
      const left = unreachedOf(operationId, started, course, await this.drive(started));
      if (error instanceof Cancelled) return finish(course, started.items.length - left.length);
      const { code } = problemOf(error);
      if (code === 'INTERNAL_ERROR') this.installation.logger.error({ err: error, operation: operationId }, 'a defect');
      course.failed.push(...left.map((each) => ({ ...each, code })));
    }
    return finish(course);
  }

  private async makeAll(operationId: string, started: Started, write: Write, course: Course): Promise<void> {
    const maker = started.kind === 'extract_zip' ? this.unpacking : this.arranging;
    const goOn = () => this.mustGoOn(operationId, course);
    const { progress, failed, made, done } = await maker.run(operationId, started, write, goOn);
    course.progress.push(...progress.map((each) => Promise.resolve(each)));
    course.failed.push(...failed);
    if (made) course.made = made;
    if (done !== undefined) course.done = done;
  }

  /** What was appended to it, or null when it takes longer: its end is then in the log file. */
  async endedWithin(ms: number, running: Promise<Done[]>): Promise<Done[] | null> {
    const ended = await within(ms, running, () => null);
    if (!ended)
      running.catch((error: unknown) => this.installation.logger.error({ err: error }, 'an operation failed'));
    return ended;
  }

  private async runBatches(operationId: string, started: Started, write: Write, course: Course): Promise<void> {
    // the folders may contain more than when this was begun
    await mustBeWithinLimit(await this.drive(started), started);
    for (const part of partsOf(operationId, started, course)) {
      await this.mustGoOn(operationId, course);
      await this.runPart(part, write);
    }
  }

  private async runPart(part: Part, write: Write): Promise<void> {
    const { operationId, started, batch, from, course } = part;
    const refusals = await this.runBatch(part, write.sub(`batch ${from}`));
    course.failed.push(...failuresOf(started, refusals));
    course.reached = from + batch.length;
    if (course.reached >= started.items.length) return;
    const noted = { type: 'ProgressBulk', data: { done: course.reached } } as const;
    const noting = write.sub(`progress ${course.reached}`).unauthorized().handle(bulk, operationId, noted);
    noting.catch(() => undefined); // the work that finishes the operation gets the error
    course.progress.push(noting);
  }

  /** @throws Cancelled, or Problem BULK_TIMEOUT */
  private async mustGoOn(operationId: string, { until }: Course): Promise<void> {
    const { cancelled } = await this.installation.commandHandler.state(bulk, operationId);
    if (cancelled) throw new Cancelled();
    if (Date.now() > until) throw new Problem('BULK_TIMEOUT');
  }

  /** Resumes operations that the last stop interrupted, once their view has reached the end of the log. */
  async resume(signal: AbortSignal): Promise<void> {
    const { ports, views } = this.installation;
    const head = (await ports.events.head()) ?? 0n;
    while (!(await views.reach([operations.view], head)) && !views.stops().has(operations.view))
      if (signal.aborted) return;
    const interrupted = await ports.reads.find(operations, { where: { status: 'in_progress' } });
    const goOn = async (id: string) => {
      const begun = await this.begun(id);
      if (begun) await this.run(id, begun.started, begun.write, this.turns.enter(begun.started.clientId, id));
    };
    await this.tries.resume(interrupted, goOn, signal);
  }

  /** The parameters of an operation, from the log. */
  private async begun(id: string): Promise<{ readonly started: Started; readonly write: Write } | null> {
    const { ports, keyring, access } = this.installation;
    for await (const batch of ports.events.read(streamOf(bulk.events, id), 0, 1))
      for (const record of await openRecords(batch, keyring)) {
        const { data, actor, correlationId, ip, userAgent, id: causationId, command } = upcast(record, registry);
        const origin: Origin = { actor, correlationId, causationId, ip, userAgent };
        const call: CommandOrigin = {
          origin: () => origin,
          work: new UnitOfWork(record.id, [clientRight(access, (data as Started).clientId)]),
          isSignedIn: true,
        };
        return { started: data as Started, write: this.writes.with(call, resumed(command)) };
      }
    return null;
  }

  private drive({ clientId }: Started): Promise<Drive> {
    return this.installation.commandHandler.state(drive, clientId);
  }

  /** Repeats the command until nothing is left to do: one append has a limited number of events. */
  private async runBatch(part: Part, write: Write): Promise<readonly ItemRefusal[]> {
    const { operationId, started, course, batch } = part;
    if (started.kind === 'copy') return this.copies.run(part, write, () => this.mustGoOn(operationId, course));
    const command = commandOf(operationId, started, batch);
    const rest = pace();
    for (let pass = 0; ; pass += 1) {
      await rest();
      if (pass > 0) await this.mustGoOn(operationId, course);
      const { types, refusals, recorded } = await write
        .sub(`pass ${pass}`)
        .handleMany(drive, started.clientId, command);
      for (const { resource } of recorded()) course.changed.add(resource.id);
      if (types.length === 0 || (!isDeep(started) && pass >= PASSES)) return refusals;
      if (!isDeep(started) && (await this.isDone(part, refusals))) return refusals;
    }
  }

  /** A thing that was changed counts as done, whatever others do with it afterwards. */
  private async isDone(
    { operationId, started, batch, course }: Part,
    refusals: readonly ItemRefusal[],
  ): Promise<boolean> {
    const refused = new Set(refusals.map(({ id }) => id));
    const left = batch.filter(({ id }) => !refused.has(id) && !course.changed.has(id));
    if (left.length === 0) return true;
    const state = await this.drive(started);
    return left.every(({ id }) => isAsRequested(operationId, started, state, id));
  }
}
