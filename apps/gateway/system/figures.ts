import type { Health } from '@dosar/contracts';
import { givenUpIn, readLastBackup, waitingLettersIn } from '@dosar/kernel/runtime';
import type { Installation } from '../platform/hosting/installation';
import { roomOn } from '../platform/health/disk';

type Figures = NonNullable<Health['figures']>;

const unknown = () => null;

const lettersOf = async ({ config, ports }: Installation): Promise<Figures['letters']> => {
  const [waiting, givenUp] = await Promise.all([
    waitingLettersIn(ports.vault).catch(unknown),
    givenUpIn(ports.vault).catch(unknown),
  ]);
  const given_up = givenUp && givenUp.filter(({ kind }) => kind === 'letter' || kind === 'digest').length;
  return { leave: config.smtpUrl !== null, waiting, given_up };
};

const backupOf = async ({ ports }: Installation): Promise<Figures['backup']> => {
  const last = await readLastBackup(ports.vault);
  if (last === null) return null;
  const head = (await ports.events.head()) ?? 0n;
  return { made_at: last.madeAt, records_since: Number(head - BigInt(last.position)) };
};

/** What an administrator looks after: room on the disk, letters, the last backup. What cannot be read is null. */
export const figuresOf = async (installation: Installation): Promise<Figures> => {
  const { profile, dataDir } = installation.config;
  const isInFolder = profile === 'embedded';
  const [disk, letters, backup] = await Promise.all([
    isInFolder ? roomOn(dataDir) : null,
    lettersOf(installation),
    isInFolder ? backupOf(installation).catch(unknown) : null,
  ]);
  return { is_in_folder: isInFolder, disk, letters, backup };
};
