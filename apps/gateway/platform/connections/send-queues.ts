import { readFile, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';

type Handle = { readonly fd: number; readonly bytesWritten: number; readonly writeQueueSize: number };
const handleOf = (socket: Socket) => (socket as Socket & { readonly _handle?: Handle | null })._handle ?? null;

/** Bytes of a socket accepted by the kernel; null when it is closed. */
export const acceptedBy = (socket: Socket): number | null => {
  const handle = handleOf(socket);
  return handle && handle.bytesWritten - handle.writeQueueSize;
};

const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
/** The columns of the kernel's tables: `tx_queue:rx_queue` in hexadecimal digits, and the inode. */
const QUEUES = 4;
const INODE = 9;

const inodeOf = async (socket: Socket): Promise<string | null> => {
  const link = await readlink(`/proc/self/fd/${handleOf(socket)?.fd}`).catch(() => '');
  return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? null;
};

/**
 * How many bytes of each socket its peer has not acknowledged yet. The kernel buffers megabytes, and accepts more in large
 * steps only: from these alone, a slow reader looks like one that does not read. A socket of which nothing is known is left out: where
 * there are no such tables (Linux has them), all are.
 */
export const unacknowledged = async (sockets: readonly Socket[]): Promise<ReadonlyMap<Socket, number>> => {
  const tables = await Promise.all(TABLES.map((path) => readFile(path, 'utf8').catch(() => '')));
  const queued = new Map<string, number>();
  for (const row of tables.flatMap((table) => table.split('\n'))) {
    const columns = row.trim().split(/\s+/, INODE + 1);
    if (columns.length > INODE) queued.set(columns[INODE]!, Number.parseInt(columns[QUEUES]!, 16));
  }
  const found = new Map<Socket, number>();
  const note = async (socket: Socket) => {
    const bytes = queued.get((await inodeOf(socket)) ?? '');
    if (bytes !== undefined) found.set(socket, bytes);
  };
  await Promise.all(sockets.map(note));
  return found;
};

/** How many bytes of each socket its peer has acknowledged; one that sends meanwhile, or of which nothing is known, is left out. */
export const acknowledged = async (sockets: readonly Socket[]): Promise<ReadonlyMap<Socket, number>> => {
  const accepted = new Map(sockets.map((socket) => [socket, acceptedBy(socket)]));
  const found = new Map<Socket, number>();
  for (const [socket, queued] of await unacknowledged(sockets)) {
    const bytes = accepted.get(socket) ?? null;
    if (bytes !== null && bytes === acceptedBy(socket)) found.set(socket, bytes - queued);
  }
  return found;
};
