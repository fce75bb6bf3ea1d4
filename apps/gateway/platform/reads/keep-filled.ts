import type { ComputedFile } from '@dosar/adapters/open-ports';
import { untilDone } from '@dosar/kernel/runtime';
import type { Findings } from '../health/findings';
import type { Following } from '../hosting/projecting';

/** A file that cannot be read again and again is not made anew all the time: something else is wrong. */
const AGAIN_MS = 60_000;

type Filling = {
  /** Begins to fill it, in a thread of its own, which tells when a page of it cannot be read. */
  readonly begin: (onDamaged: (why: string) => void) => Promise<Following>;
  /** Takes the file away and makes it anew. */
  readonly renew: () => Promise<void>;
  readonly onRenew: (why: string) => void;
  readonly onFailure: (error: unknown) => void;
};

export type RenewableFile = Following & {
  /** Somebody else has found that a page of it cannot be read. */
  readonly damaged: (why: string) => void;
};

/**
 * Keeps a file filled that is computed from the log. When a page of it cannot be read, whoever fills it stops, the file is made
 * anew, and it is filled again; all else goes on.
 */
export const keepFilled = async ({ begin, renew, onRenew, onFailure }: Filling): Promise<RenewableFile> => {
  let renewing: Promise<void> | null = null;
  let renewedAt: number = -Infinity;
  let following: Promise<Following> | null = null;
  const stopping = new AbortController();

  /** One that could not begin has ended by itself. */
  const stop = async () => (await following?.catch(() => null))?.stop();

  const beginAnew = async (why: string) => {
    onRenew(why);
    const again = async () => {
      await stop();
      following = null;
      await renew();
      following = begin(damaged);
      await following;
    };
    // a disk that is full now may have room later
    await untilDone(again, stopping.signal, onFailure);
  };
  const damaged = (why: string): void => {
    if (renewing || stopping.signal.aborted || performance.now() - renewedAt < AGAIN_MS) return;
    renewing = beginAnew(why).finally(() => {
      [renewing, renewedAt] = [null, performance.now()];
    });
  };

  following = begin(damaged);
  await following;
  return {
    damaged,
    async stop() {
      stopping.abort();
      await renewing;
      await stop();
    },
  };
};

/** In the part of the health that stands for what is in the file; it may be the disk that fails. */
export const sayRenewed = (findings: Pick<Findings, 'add'>, file: ComputedFile) => (why: string) =>
  findings.add(
    file === 'search' ? 'search' : 'views',
    `${file}.db could not be read (${why}): it was made anew by itself, and is filled from the log; if this comes again, look at the disk`,
  );

/** Who fills the files that are computed from the log. */
export type Filled = Partial<Record<ComputedFile, RenewableFile>>;

/** What nobody fills, or not yet, is made anew by whoever opens or asks it. */
export const damagedIn = (filled: Filled, findings: Pick<Findings, 'add'>) => (file: ComputedFile, why: string) => {
  if (filled[file]) filled[file].damaged(why);
  else sayRenewed(findings, file)(why);
};
