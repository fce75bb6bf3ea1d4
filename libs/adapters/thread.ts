import { parentPort, Worker } from 'node:worker_threads';
import { Unavailable } from '@dosar/kernel/runtime';
import { codesOf } from './sqlite-damage';
import { workerFile } from './worker-file';

/** What goes to the thread and comes back, with the number of the question; null ends it. */
export type ToThread<Q> = { readonly id: number; readonly asked: Q } | null;
export type FromThread<A> = { readonly id: number } & (
  { readonly answer: A } | { readonly failed: string; readonly codes: object }
);

type Waiting<A> = { readonly resolve: (answer: A) => void; readonly reject: (error: Error) => void };

/** A thread that answers questions, and begins with the first one. `what` it does stands in every failure. */
export const thread = <Q, A>(name: string, file: string, what: string) => {
  const waiting = new Map<number, Waiting<A>>();
  let worker: Worker | null = null;
  let count: number = 0;

  const lose = (why: string) => {
    worker = null;
    for (const { reject } of waiting.values()) reject(new Unavailable(why));
    waiting.clear();
  };
  const hear = (said: FromThread<A>) => {
    const one = waiting.get(said.id);
    waiting.delete(said.id);
    // it keeps no process running that has nothing else to do, but for what was asked
    if (waiting.size === 0) worker?.unref();
    if ('answer' in said) one?.resolve(said.answer);
    else one?.reject(Object.assign(new Unavailable(`${what} failed: ${said.failed}`), said.codes));
  };
  const begin = () => {
    const begun = new Worker(workerFile(name), { workerData: file });
    begun.on('message', hear);
    begun.on('error', (error) => lose(`${what} failed: ${error.message}`));
    begun.on('exit', () => begun === worker && lose(`${what} has ended`));
    return begun;
  };

  return {
    /** @param given what is handed over instead of copied: whoever asks has it no more */
    ask: (asked: Q, given: readonly ArrayBuffer[] = []): Promise<A> =>
      new Promise((resolve, reject) => {
        const id = (count += 1);
        waiting.set(id, { resolve, reject });
        worker ??= begin();
        worker.ref();
        worker.postMessage({ id, asked } satisfies ToThread<Q>, given);
      }),
    /** What is being done is done to its end, though nobody hears of it: a thread is never cut off in the driver. */
    close: async (): Promise<void> => {
      const ending = worker;
      lose(`${what} is closed`);
      if (!ending) return;
      ending.ref();
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.postMessage(null);
      await ended;
    },
  };
};

/** What the thread does with each question, and at its end. */
export const answering = <Q, A>(answer: (asked: Q) => A | Promise<A>, end: () => void | Promise<void>): void => {
  const port = parentPort!;
  const tell = (said: FromThread<A>) => port.postMessage(said);
  const say = async (id: number, asked: Q) => {
    try {
      tell({ id, answer: await answer(asked) });
    } catch (error) {
      tell({ id, failed: (error as Error).message, codes: codesOf(error) });
    }
  };
  const close = async () => {
    await end();
    port.close();
  };
  port.on('message', (said: ToThread<Q>) => void (said === null ? close() : say(said.id, said.asked)));
};

type Answers<Q, A> = (asked: readonly Q[]) => readonly (A | Error)[] | Promise<readonly (A | Error)[]>;
type Waits<Q, A> = {
  readonly asked: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * What the thread does with the questions that wait together, one group after the other.
 * @param answers the answer to each, or why there is none; what it throws is why there is an answer to none
 * @param gather to be awaited before a group is taken: more may come meanwhile
 */
export const answeringInBatches = <Q, A>(
  answers: Answers<Q, A>,
  end: () => void,
  gather: () => Promise<void> | undefined = () => undefined,
): void => {
  const waiting: Waits<Q, A>[] = [];
  let underWay: Promise<void> | null = null;

  const answerGroup = async (group: readonly Waits<Q, A>[]): Promise<void> => {
    try {
      const found = await answers(group.map(({ asked }) => asked));
      for (const [at, { resolve, reject }] of group.entries()) {
        const answer = found[at]!;
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };
  const work = async () => {
    // those of one turn come together
    await new Promise((go) => setImmediate(go));
    while (waiting.length > 0) {
      await gather();
      await answerGroup(waiting.splice(0));
    }
    underWay = null;
  };
  const answer = (asked: Q) =>
    new Promise<A>((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      underWay ??= work();
    });
  answering(answer, async () => {
    await underWay;
    end();
  });
};
