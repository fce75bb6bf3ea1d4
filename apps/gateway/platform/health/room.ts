import type { Logger } from 'pino';
import { pauseUntil, type OpenedLog } from '@dosar/kernel/runtime';
import { roomOn } from './disk';

const MB = 1024 * 1024;
/** What must be written even then (the end of the log, views, an answer's notes) has this much. */
const RESERVE = 256 * MB;
/** It goes on with more than that, so that it does not come and go. */
const ENOUGH = 320 * MB;
const LOOK_MS = 2_000;

type Watched = {
  readonly config: { readonly dataDir: string };
  readonly log: Pick<OpenedLog, 'full'>;
  readonly logger: Pick<Logger, 'error' | 'info'>;
};

/**
 * Nothing is written from when the disk of the data folder has little room until it has more again: a disk that is full in
 * the middle of a write would end what cannot be ended cleanly. Reading goes on.
 */
export const watchRoom = async (
  { config, log, logger }: Watched,
  signal: AbortSignal,
  look: typeof roomOn = roomOn,
  everyMs = LOOK_MS,
): Promise<void> => {
  for (; !signal.aborted; await pauseUntil(signal, everyMs)) {
    const room = await look(config.dataDir);
    const wasFull = log.full !== null;
    // a disk that cannot be asked is not taken for a full one
    const isFull = room !== null && room.free < (wasFull ? ENOUGH : RESERVE);
    log.full = isFull ? sentenceOf(config.dataDir, room.free) : null;
    if (isFull && !wasFull) logger.error({ part: 'log' }, log.full!);
    if (!isFull && wasFull) logger.info('the disk has room again, and is written to');
  }
};

const sentenceOf = (folder: string, free: number): string =>
  `the disk of ${folder} has ${Math.floor(free / MB)} MB left: nothing is written until it has ${ENOUGH / MB} MB, and reading goes on; make room, and it goes on by itself`;
