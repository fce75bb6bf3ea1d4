// Reads a recording of system calls (strace -f -y -xx) as what happened to a folder's files, and what was told to others.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export const CALLS =
  'openat,open,creat,close,read,write,writev,sendto,sendmsg,pwrite64,pwritev,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat';
/** Longer than anything that is written at once. */
export const LONGEST = 140_000;

const bytesOf = (hex) => Buffer.from(hex.replaceAll('\\x', ''), 'hex');
const strings = (args) =>
  [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g)].map(([, hex, cut]) => {
    if (cut) throw new Error('a call was recorded only in part');
    return bytesOf(hex);
  });
const fdOf = (args) => {
  const found = /^(\d+)<((?:\\x[0-9a-f]{2})*|[^>]*)>/.exec(args);
  return found
    ? { fd: Number(found[1]), path: found[2].includes('\\x') ? bytesOf(found[2]).toString() : found[2] }
    : null;
};

/** The calls in the order in which they ended; each knows when it began. */
async function* calls(file) {
  const open = new Map();
  let at = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    at += 1;
    const [, thread, rest] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (!rest) continue;
    if (rest.endsWith('<unfinished ...>')) {
      open.set(thread, { began: at, text: rest.slice(0, -'<unfinished ...>'.length) });
      yield { kind: 'began', at, ...parse(rest.slice(0, -'<unfinished ...>'.length) + ') = ?') };
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    if (resumed) {
      const begun = open.get(thread);
      open.delete(thread);
      if (begun) yield { kind: 'ended', began: begun.began, at, ...parse(begun.text + resumed[1]) };
      continue;
    }
    const call = parse(rest);
    if (!call.name) continue;
    yield { kind: 'began', at, ...call };
    yield { kind: 'ended', began: at, at, ...call };
  }
}

const parse = (text) => {
  const found = /^(\w+)\((.*)\)\s+= (-?\d+|\?)/s.exec(text);
  return found ? { name: found[1], args: found[2].trimEnd(), result: found[3] === '?' ? null : Number(found[3]) } : {};
};

/**
 * What happened: `write`, `truncate`, `create`, `rename`, `unlink`, `syncing` (what is on the disk when `synced` comes),
 * `acknowledged` (an answer that carries a consistency token went out).
 */
export async function* happenings(file, folder) {
  const inside = (path) => path.startsWith(`${folder}/`);
  const offsets = new Map();
  for await (const call of calls(file)) {
    const { kind, name, args, result, at, began } = call;
    if (!name) continue;
    const target = fdOf(args);
    if (kind === 'began') {
      if ((name === 'fsync' || name === 'fdatasync') && target && (inside(target.path) || target.path === folder))
        yield { what: 'syncing', path: target.path, at };
      if (['write', 'writev', 'sendto', 'sendmsg'].includes(name) && /^(TCP|socket)/.test(target?.path ?? '')) {
        const text = strings(args).map(String).join('');
        for (const [, token] of text.matchAll(/x-consistency-token: ([\w-]+)/gi))
          yield { what: 'acknowledged', position: Number(Buffer.from(token, 'base64url').toString().slice(3)), at };
      }
      continue;
    }
    if (result === null || result < 0) continue;
    if (name === 'openat' || name === 'open' || name === 'creat') {
      const [path] = strings(args).map(String);
      if (!path || !inside(path)) continue;
      offsets.set(path, 0);
      if (/O_CREAT/.test(args)) yield { what: 'create', path, at };
      if (/O_TRUNC/.test(args)) yield { what: 'truncate', path, size: 0, at };
    } else if (name === 'mkdir' || name === 'mkdirat') {
      const [path] = strings(args).map(String);
      if (inside(path)) yield { what: 'create', path, folder: true, at };
    } else if (name.startsWith('rename')) {
      const [from, to] = strings(args).map(String);
      if (inside(from)) yield { what: 'rename', path: from, to, at };
    } else if (name.startsWith('unlink')) {
      const [path] = strings(args).map(String);
      if (inside(path)) yield { what: 'unlink', path, at };
    } else if (target && (inside(target.path) || target.path === folder)) {
      const { path } = target;
      if (name === 'pwrite64')
        yield {
          what: 'write',
          path,
          offset: Number(/, (\d+)$/.exec(args)[1]),
          data: strings(args)[0].subarray(0, result),
          at,
        };
      else if (name === 'write') {
        const offset = offsets.get(path) ?? 0;
        offsets.set(path, offset + result);
        yield { what: 'write', path, offset, data: strings(args)[0].subarray(0, result), at };
      } else if (name === 'pwritev' || name === 'writev') {
        const offset = name === 'pwritev' ? Number(/, (\d+)$/.exec(args)[1]) : (offsets.get(path) ?? 0);
        if (name === 'writev') offsets.set(path, offset + result);
        yield { what: 'write', path, offset, data: Buffer.concat(strings(args)).subarray(0, result), at };
      } else if (name === 'ftruncate') yield { what: 'truncate', path, size: Number(/, (\d+)$/.exec(args)[1]), at };
      else if (name === 'fsync' || name === 'fdatasync') yield { what: 'synced', path, began, at };
    }
  }
}
