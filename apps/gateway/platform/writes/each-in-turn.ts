import { pace } from '@dosar/kernel/runtime';

/** Work for each of many, with yields to others in between. */
export type EachInTurn = {
  /** Runs it for all, once more when it is under way. @returns when it is done */
  readonly ask: () => Promise<void>;
  /** null when nothing is left to do. */
  readonly underWay: () => Promise<void> | null;
};

export const eachInTurn = <T>(all: () => Iterable<T>, work: (each: T) => void): EachInTurn => {
  let isAsked = false;
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    try {
      while (isAsked) {
        isAsked = false;
        const rest = pace();
        for (const each of [...all()]) {
          await rest();
          work(each);
        }
      }
    } finally {
      running = null;
    }
  };
  return {
    ask() {
      isAsked = true;
      return (running ??= Promise.resolve().then(run));
    },
    underWay: () => running,
  };
};
