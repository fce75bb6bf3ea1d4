import { inflateSync, constants } from 'node:zlib';

const STREAM = Buffer.from('stream');
const END = Buffer.from('endstream');
const DATA = /<(?:\w+:)?(?:datasets|xdp)[\s>]/;
/** So much of a stream says what it is, and so many are looked at. */
const HEAD = { packed: 1_024, plain: 4_096 };
const MOST = { streams: 20_000, bytes: 16 * 1024 * 1024 };

const unpacked = (bytes: Buffer, mostBytes: number): Buffer | null => {
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostBytes });
  } catch {
    return null;
  }
};

/** The text of a stream that is XML of a form's data; null: it is something else. */
const dataIn = (stream: Buffer): Buffer | null => {
  const isPlain = /^\s*</.test(stream.toString('latin1', 0, 64));
  const head = isPlain
    ? stream.subarray(0, HEAD.plain)
    : unpacked(stream.subarray(0, HEAD.packed), MOST.bytes)?.subarray(0, HEAD.plain);
  if (!head || !DATA.test(head.toString('latin1'))) return null;
  return isPlain ? stream : unpacked(stream, MOST.bytes);
};

/**
 * What was filled into a form of Adobe's (XFA), as XML: its newest version, which comes last in the file. The library for
 * PDFs reads what is drawn of a form alone, so its streams are looked through.
 */
export const formData = (bytes: Buffer): Buffer | null => {
  let found: Buffer | null = null;
  let at = 0;
  for (let streams = 0; streams < MOST.streams; streams += 1) {
    const mark = bytes.indexOf(STREAM, at);
    if (mark < 0) break;
    const from = mark + STREAM.length + (bytes[mark + STREAM.length] === 0x0d ? 2 : 1);
    const end = bytes.indexOf(END, from);
    if (end < 0) break;
    found = dataIn(bytes.subarray(from, end)) ?? found;
    at = end + END.length;
  }
  return found;
};
