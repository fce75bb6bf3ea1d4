import { fileURLToPath } from 'node:url';
import { workerFile } from '@dosar/adapters/worker-file';
import { Unavailable } from '@dosar/kernel/runtime';
import { reservedByNode } from './node-memory';
import { programPath, spawnConfined } from './spawn-confined';

/** Limits enforced by the kernel. */
export type KernelLimits = {
  /** Bytes of writable memory. */
  readonly data: number;
  /** Bytes of address space, for programs that do not reserve more than they use. */
  readonly addresses?: number;
  /** Seconds of processor time in its whole life. */
  readonly cpu: number;
};

/** The same limits for a process that has reserved this much before it begins. */
export const beside = (reserved: number, limits: KernelLimits): KernelLimits => ({
  cpu: limits.cpu,
  data: limits.data + reserved,
  ...(limits.addresses && { addresses: limits.addresses + reserved }),
});

/** How processes are confined on this machine, and a sentence for each missing means. */
export type Confinement = {
  readonly isBounded: boolean;
  readonly missing: readonly string[];
  readonly command: (program: readonly string[], limits: KernelLimits) => readonly [string, ...string[]];
};

type Means = {
  readonly unshare: readonly string[];
  readonly setpriv: string | null;
  readonly isOtherUser: boolean;
  readonly limits: 'prlimit' | 'ulimit' | null;
};

/** Limits of open files, and of threads and processes of the user. */
const FILES = 128;
const PROCESSES = 64;
/** Priority below everything else. */
const NICE = 10;
/**
 * User ids without accounts, as systemd gives them to services: each process gets another one, so that none can read
 * another.
 */
const USERS = { first: 61_184, count: 4_336 };
const PROBE_MS = 20_000;
const PROBE = { data: 32 * 1024 * 1024, cpu: 10 };
/** The limits of a reader that is started as a probe. */
const PROBE_READER = { data: 512 * 1024 * 1024, cpu: 30 };

let users = Math.floor(process.pid % USERS.count);
const nextUser = (): number => USERS.first + ((users += 1) % USERS.count);

const limited = ({ limits, isOtherUser, unshare }: Means, { data, addresses, cpu }: KernelLimits): string[] => {
  if (limits === 'prlimit') {
    // with the server's own user, its threads would count, too
    const isCounted = isOtherUser || unshare.includes('--user');
    const counts = isCounted ? [`--nproc=${PROCESSES}`] : [];
    const memory = [`--data=${data}`, ...(addresses ? [`--as=${addresses}`] : [])];
    return [
      programPath('prlimit')!,
      '--core=0',
      '--fsize=0',
      `--nofile=${FILES}`,
      `--cpu=${cpu}`,
      ...memory,
      ...counts,
    ];
  }
  const kilobytes = (bytes: number) => Math.floor(bytes / 1024);
  const memory = limits === 'ulimit' ? `ulimit -d ${kilobytes(data)} && ` : '';
  const space = limits === 'ulimit' && addresses ? `ulimit -v ${kilobytes(addresses)} && ` : '';
  const all = `ulimit -c 0; ulimit -f 0; ulimit -n ${FILES}; ulimit -t ${cpu}; ${memory}${space}exec "$@"`;
  return ['/bin/sh', '-c', all, 'sh'];
};

const privileges = ({ setpriv, isOtherUser }: Means): string[] => {
  if (setpriv === null) return [];
  const user = nextUser();
  const other = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--inh-caps=-all', '--bounding-set=-all'];
  return [setpriv, ...(isOtherUser ? other : []), '--no-new-privs', '--pdeathsig=KILL'];
};

const commandOf = (means: Means, program: readonly string[], limits: KernelLimits): readonly [string, ...string[]] => {
  const nice = programPath('nice');
  const behind = nice ? [nice, '-n', String(NICE)] : [];
  const confined = [...means.unshare, ...privileges(means), ...behind, ...limited(means, limits), ...program];
  return confined as [string, ...string[]];
};

const succeeds = (command: readonly [string, ...string[]]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawnConfined(command, {});
    const timer = setTimeout(() => child.kill('SIGKILL'), PROBE_MS);
    child.stdin.on('error', () => undefined).end();
    child.stdout.resume();
    child.stderr.resume();
    child.on('error', () => resolve(false));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });

/** A process that allocates 64 MB at once, which the probe's limits do not allow. */
const GREEDY = ['dd', 'if=/dev/zero', 'of=/dev/null', 'bs=64M', 'count=1'];
const MODEST = ['dd', 'if=/dev/zero', 'of=/dev/null', 'bs=64k', 'count=1'];
const NOTHING: Means = { unshare: [], setpriv: null, isOtherUser: false, limits: null };

const first = async <T>(
  candidates: readonly T[],
  works: (candidate: T) => Promise<boolean>,
): Promise<T | undefined> => {
  for (const candidate of candidates) if (await works(candidate)) return candidate;
  return undefined;
};

const findMeans = async (): Promise<Means> => {
  const runs = (means: Means, program = MODEST) => succeeds(commandOf(means, program, PROBE));
  const unshare = programPath('unshare');
  const setpriv = programPath('setpriv');
  const namespaces = unshare ? [['--net'], ['--user', '--net']].map((words) => [unshare, ...words, '--']) : [];
  const bounds = (['prlimit', 'ulimit'] as const).filter((each) => each === 'ulimit' || programPath(each));
  const limits = await first(bounds, async (each) => {
    const means = { ...NOTHING, limits: each };
    return (await runs(means)) && !(await runs(means, GREEDY));
  });
  let means: Means = { ...NOTHING, limits: limits ?? null };
  const better = async (candidates: readonly Partial<Means>[]) => {
    const found = await first(candidates, (candidate) => runs({ ...means, ...candidate }));
    means = { ...means, ...found };
  };
  await better(namespaces.map((each) => ({ unshare: each })));
  if (setpriv) await better([{ setpriv, isOtherUser: true }, { setpriv }]);
  if (!means.isOtherUser) return means;
  // another user may not be able to read the server's files, its code included
  const reader = readerCommand('text.worker', { heap: 64 });
  const isReadable = await succeeds(commandOf(means, reader, beside(await reservedByNode(), PROBE_READER)));
  return isReadable ? means : { ...means, isOtherUser: false };
};

/** The command of a reader: a bundle of its own, run by this same program. */
export const readerCommand = (
  bundle: string,
  { heap, preload }: { readonly heap: number; readonly preload?: string },
): readonly string[] => [
  process.execPath,
  '--v8-pool-size=1',
  '--max-semi-space-size=8',
  `--max-old-space-size=${heap}`,
  '--disallow-code-generation-from-strings',
  '--no-warnings',
  '--disable-wasm-trap-handler',
  fileURLToPath(workerFile(bundle)),
  ...(preload === undefined ? [] : [preload]),
];

const sentences = ({ limits, unshare, isOtherUser }: Means): string[] => [
  ...(limits ? [] : ['their memory is not bounded by the kernel (neither prlimit nor ulimit does it)']),
  ...(unshare.length > 0 ? [] : ['they could reach the network (unshare may not be used)']),
  ...(isOtherUser
    ? []
    : ['they run as the user of the server (setpriv may not change it, or not to one that can read the program)']),
];

const probe = async (): Promise<Confinement> => {
  const means = process.platform === 'linux' ? await findMeans() : NOTHING;
  return {
    isBounded: means.limits !== null,
    missing: sentences(means),
    command: (program, limits) => commandOf(means, program, limits),
  };
};

let known: Promise<Confinement> | undefined;

/** Probed once: it does not change while the server runs. */
export const confinement = (): Promise<Confinement> => (known ??= probe());

/** @throws Unavailable where the kernel cannot limit a process */
export const mustBeBounded = async (): Promise<Confinement> => {
  const found = await confinement();
  if (!found.isBounded) throw new Unavailable('processes cannot be bounded on this machine');
  return found;
};
