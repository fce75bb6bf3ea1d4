import { parseArgs } from 'node:util';
import { CannotStart } from '@dosar/adapters/cannot-start';
import { examine, mendLog } from '@dosar/adapters/doctor';
import { openPorts, openVaultAlone } from '@dosar/adapters/open-ports';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { leaveAct, readHead, readRefusal } from '@dosar/kernel/runtime';

const USAGE = 'dosar doctor [--from <an older copy of log.db, or of its folder>]';

/** Faults were found and reported. */
export class Unwell extends Error {
  override readonly name = 'Unwell';

  constructor(
    readonly lines: readonly string[],
    readonly exitCode = 1,
  ) {
    super(lines.join('\n'));
  }
}

const fromOf = (words: readonly string[]): string | null => {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { from: { type: 'string' } },
      allowPositionals: true,
    });
    if (positionals.length > 0) throw new Error(`"${positionals[0]}" is not known`);
    return values.from ?? null;
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}: ${USAGE}`);
  }
};

/** Reads a log on a server to its end, which verifies it. */
const lookAtServer = async (config: PortsConfig): Promise<string[]> => {
  const found: string[] = [];
  let end: (value?: unknown) => void = () => {};
  const done = new Promise((resolve) => (end = resolve));
  const ports = await openPorts(config, [], {
    onDamage: (what) => found.push(what),
    onHidden: (sentences) => found.push(...sentences),
    onRewritten: (what) => {
      found.push(what);
      end();
    },
    onVerified: (_, isDone) => isDone && end(),
  });
  try {
    const refusal = await readRefusal(ports.vault);
    if (refusal !== null) found.push(refusal);
    ports.verify(null, await readHead(ports.vault));
    await done;
    // settings on the server are reported with a delay
    await new Promise((go) => setTimeout(go, 500));
    return [...new Set(found)];
  } finally {
    await ports.close();
  }
};

/** Leaves a note of the repair, which is written to the log once that is writable. */
const note = async (config: PortsConfig, count: number): Promise<void> => {
  const vault = await openVaultAlone(config);
  try {
    await leaveAct(vault, 'repair', { count });
  } finally {
    await vault.close();
  }
};

const mended = async (config: PortsConfig, from: string): Promise<string[]> => {
  if (config.eventStoreUrl)
    throw new CannotStart('records on EventStoreDB cannot be put back one by one: restore its log from its backup');
  const { taken, left } = mendLog(config, from);
  if (taken.length > 0) await note(config, taken.length);
  return [
    taken.length > 0
      ? `${taken.length} records were taken from ${from}, since their leaves or the root of the log say that they are those that were written: position ${taken.join(', ')}.`
      : `Nothing was taken from ${from}.`,
    ...(left.length > 0
      ? [
          `${left.length} records are not in it as they were written: position ${left.join(', ')}. Try a newer or another copy.`,
        ]
      : []),
  ];
};

/**
 * Reports faults of a stopped installation, or restores single records of its log from an older copy.
 * @throws CannotStart when it cannot check; Unwell when there are faults
 */
export const doctor = async (config: PortsConfig, words: readonly string[]): Promise<readonly string[]> => {
  const from = fromOf(words);
  const done = from === null ? [] : await mended(config, from);
  const found = config.eventStoreUrl ? await lookAtServer(config) : examine(config);
  const lines = [...done, ...found.map((each) => `${each}.`)];
  if (found.length > 0) throw new Unwell(lines);
  return [...lines, 'Nothing is wrong.'];
};
