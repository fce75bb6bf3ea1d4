import { CannotStart } from '@dosar/adapters/cannot-start';
import { readPortsConfig, type PortsConfig } from '@dosar/adapters/ports-config';
import { accept } from './operator/accept-log';
import { backup } from './operator/backup';
import { destroy } from './operator/destroy';
import { doctor, Unwell } from './operator/doctor';
import { exportHistory } from './operator/export-history';
import { orphanedBytes } from './operator/orphaned-bytes';
import { recount } from './operator/recount';
import { restore } from './operator/restore';
import { rotate } from './operator/rotate-master-key';
import { rotateSealKey } from './operator/rotate-seal-key';
import { verifyHistory } from './operator/verify-history';
import { witnessHeads } from './operator/witness-heads';

type Command = {
  readonly about: string;
  readonly run: (config: PortsConfig, words: readonly string[]) => Promise<readonly string[]>;
};

/** What an operator does beside the server, by name. */
const commands: Readonly<Record<string, Command>> = {
  'accept-log': { about: 'goes on with a log that is older than what was computed from it', run: accept },
  backup: {
    about: 'copies log, documents and vault, beside a server that goes on; with --check, looks at a copy',
    run: backup,
  },
  destroy: { about: 'destroys a key of personal data with all that it opens, or lists what would go', run: destroy },
  doctor: {
    about:
      'says what is wrong with a stopped installation; with --from, takes single records from an older copy of the log',
    run: doctor,
  },
  export: {
    about: 'writes the whole history with its proofs into a file that is verified without Dosar',
    run: exportHistory,
  },
  leftovers: {
    about: 'lists documents that no event names; with "remove", takes away what has lain so for 30 days',
    run: orphanedBytes,
  },
  recount: { about: 'compares what the dashboards count with the log, beside a server that goes on', run: recount },
  restore: { about: 'puts a backup into an empty data folder', run: restore },
  'rotate-master-key': { about: 'replaces the master key, beside a server that goes on', run: rotate },
  'rotate-seal-key': {
    about: 'replaces the key that signs heads of the log, which signs the new one',
    run: rotateSealKey,
  },
  verify: {
    about: 'verifies the history of this installation, or in a file, also against heads that were kept elsewhere',
    run: verifyHistory,
  },
  witness: {
    about: 'elsewhere: cosigns heads of a log that goes on from the last one, and refuses any other',
    run: witnessHeads,
  },
};

const usage = [
  'dosar <command>',
  ...Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(18)}  ${about}`),
];

const [name = '', ...words] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
process.umask(0o077);
try {
  if (!command) throw new CannotStart(usage.join('\n'));
  for (const line of await command.run(readPortsConfig(process.env), words)) process.stdout.write(`${line}\n`);
} catch (error) {
  if (error instanceof Unwell) for (const line of error.lines) process.stdout.write(`${line}\n`);
  else
    process.stderr.write(
      `${error instanceof CannotStart ? error.message : ((error as Error).stack ?? String(error))}\n`,
    );
  process.exitCode = error instanceof Unwell ? error.exitCode : error instanceof CannotStart ? 78 : 70;
}
