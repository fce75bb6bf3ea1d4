import { parentPort, Worker } from 'node:worker_threads';
import { Unavailable } from '@dosar/kernel/runtime';
import { codesOf } from './sqlite-damage';
import { workerFile } from './worker-file';

/** Messages to and from the thread, with the number of the request; null ends it. */
export type ToThread<Q> = { readonly id: number; readonly asked: Q } | null;
export type FromThread<A> = { readonly id: number } & (
  { readonly answer: A } | { readonly failed: string; readonly codes: object }
);

type Waiting<A> = { readonly resolve: (answer: A) => void; readonly reject: (error: Error) => void };

/** A thread that answers requests, started by the first. `what` names its work in errors. */
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
    // the thread keeps the process running only while requests wait
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
    /** @param given buffers that are transferred instead of copied: the caller loses them */
    ask: (asked: Q, given: readonly ArrayBuffer[] = []): Promise<A> =>
      new Promise((resolve, reject) => {
        const id = (count += 1);
        waiting.set(id, { resolve, reject });
        worker ??= begin();
        worker.ref();
        worker.postMessage({ id, asked } satisfies ToThread<Q>, given);
      }),
    /** Ends the current work without its answer being used: a thread is never cut off inside the driver. */
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

/** Runs in the thread: answers each request, and cleans up at the end. */
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
 * Runs in the thread: answers waiting requests in groups.
 * @param answers the answer or error for each; when it throws, all of the group fail
 * @param gather awaited before each group: more requests may arrive meanwhile
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
    // requests of one turn of the event loop go together
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
