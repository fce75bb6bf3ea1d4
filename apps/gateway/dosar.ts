import { CannotStart } from '@dosar/adapters/cannot-start';
import { readPortsConfig, type PortsConfig } from '@dosar/adapters/ports-config';
import { accept } from './operator/accept-log';
import { backup } from './operator/backup';
import { destroy } from './operator/destroy';
import { doctor, Unwell } from './operator/doctor';
import { orphanedBytes } from './operator/orphaned-bytes';
import { recount } from './operator/recount';
import { restore } from './operator/restore';
import { rotate } from './operator/rotate-master-key';

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
  leftovers: {
    about: 'lists documents that no event names; with "remove", takes away what has lain so for 30 days',
    run: orphanedBytes,
  },
  recount: { about: 'compares what the dashboards count with the log, beside a server that goes on', run: recount },
  restore: { about: 'puts a backup into an empty data folder', run: restore },
  'rotate-master-key': { about: 'replaces the master key, beside a server that goes on', run: rotate },
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
  process.exitCode = error instanceof Unwell ? 1 : error instanceof CannotStart ? 78 : 70;
}
