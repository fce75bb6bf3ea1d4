import { bulkApi, FILE_LIMITS, type FailedItem, type Operation, type OperationKind } from '@dosar/contracts';
import { call } from '../../../platform/api';
import { deedOf, newDeed } from '../../../platform/send';
import { isPassing, Refused } from '../../../platform/refusals';
import { store } from '../../../platform/storage/store';

/** Something that is done to many things, however many calls it takes. */
export type Work = {
  readonly id: number;
  readonly kind: OperationKind;
  readonly total: number;
  /** How many things the calls before this one were about. */
  readonly before: number;
  /** How many this one is about. */
  readonly part: number;
  /** What the server says about it, once it has. */
  readonly operation: Operation | null;
  readonly isCancelled: boolean;
  /** What is over sooner is not shown on its way. */
  readonly isLong: boolean;
};

/** What came of it. */
export type Outcome<T> = {
  readonly total: number;
  readonly done: number;
  /** Those of the calls that were answered, the failed ones among them. */
  readonly reached: readonly T[];
  readonly failed: readonly FailedItem[];
  /** The operations in which something failed. */
  readonly partial: readonly string[];
  /** What the server knows it by: all calls are one deed. */
  readonly deed: string | null;
  readonly isCancelled: boolean;
};

/** What goes on now. */
export const works = store<readonly Work[]>([]);
const workOf = (id: number) => works.get().find((each) => each.id === id);
const change = (id: number, how: Partial<Work>) =>
  works.set(works.get().map((each) => (each.id === id ? { ...each, ...how } : each)));

/** The server says how far an operation has come. */
export const hearOf = (operation: Operation): void => {
  const isGoingOn = operation.status === 'in_progress';
  const found =
    works.get().find((work) => work.operation?.id === operation.id) ??
    works.get().find(({ kind, part, operation: known }) => {
      // how many things a deed was about is not known here
      return isGoingOn && !known && kind === operation.kind && (kind === 'undo' || part === operation.total);
    });
  if (found) change(found.id, { operation });
};

/** No more of it: what is done stays done. */
export const cancel = async (id: number): Promise<void> => {
  change(id, { isCancelled: true });
  const operation = workOf(id)?.operation;
  if (operation?.status !== 'in_progress') return;
  try {
    const reply = await call(bulkApi.cancel, { params: { id: operation.id } });
    change(id, { operation: reply.operation });
  } catch (error) {
    // it may be over already
    if (!(error instanceof Refused)) throw error;
  }
};

const LONG_MS = 700;
const LOOK_MS = 2_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An operation that takes long is answered while it goes on. A line that is lost meanwhile changes nothing in it. */
export const ended = async (
  answered: Operation,
  lookMs: number,
  onProgress: (operation: Operation) => void,
): Promise<Operation> => {
  let operation = answered;
  while (operation.status === 'in_progress') {
    onProgress(operation);
    await pause(lookMs);
    try {
      operation = (await call(bulkApi.get, { params: { id: operation.id } })).operation;
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }
  return operation;
};

let last = 0;
type Send<T> = (part: readonly T[], deed: string) => Promise<{ readonly operation?: Operation | undefined }>;

/**
 * One call takes so many things, a person as many as they like: they are sent one part after the other, as one deed, which
 * may have begun before.
 * @throws what the first part was refused for, when nothing at all was done.
 */
export const inParts = async <T>(
  kind: OperationKind,
  things: readonly T[],
  send: Send<T>,
  name: string = newDeed(),
): Promise<Outcome<T>> => {
  const id = (last += 1);
  const total = things.length;
  works.set([
    ...works.get(),
    { id, kind, total, before: 0, part: 0, operation: null, isCancelled: false, isLong: false },
  ]);
  const timer = setTimeout(() => change(id, { isLong: true }), LONG_MS);
  const reached: T[] = [];
  const operations: Operation[] = [];
  let deed: string | null = null;
  let refusal: Error | null = null;
  for (let from = 0; from < total && !workOf(id)?.isCancelled; from += FILE_LIMITS.bulk) {
    const part = things.slice(from, from + FILE_LIMITS.bulk);
    change(id, { before: from, part: part.length, operation: null });
    try {
      const reply = await send(part, name);
      deed = deedOf(reply) ?? deed;
      const { operation } = reply;
      if (operation) operations.push(await ended(operation, LOOK_MS, (known) => change(id, { operation: known })));
      reached.push(...part);
    } catch (error) {
      refusal ??= error as Error;
      // a part that is refused is told by itself; what cannot be reached now, or is a defect, is for the next part as well
      if (isPassing(error) || !(error instanceof Refused)) break;
    }
  }
  const isCancelled = workOf(id)?.isCancelled ?? false;
  clearTimeout(timer);
  works.set(works.get().filter((each) => each.id !== id));
  if (reached.length === 0 && refusal !== null) throw refusal;
  return {
    total,
    reached,
    isCancelled,
    done: operations.reduce((sum, { done }) => sum + done, 0),
    failed: operations.flatMap(({ failed }) => failed),
    deed,
    partial: operations.filter(({ failed }) => failed.length > 0).map((each) => each.id),
  };
};
