import type { EventStore } from '../ports';
import { newestHead, type ProvenLog } from './proofs';
import { signingKeys } from './signing-keys';
import { TILE_WIDTH, tileName } from './tree';
import { verifierKey } from './note';
import type { SignedHead } from './ledger';

/** Heads that go along: the newest of all, and of earlier ones the last of each day. */
const HEADS = { newest: 20, days: 400, read: 200 } as const;

export type History = Omit<ProvenLog, 'events'> & { readonly events: Pick<EventStore, 'follow'> };

/** The heads of a log to go along with its history, oldest first. */
const headsFor = async ({ ledger }: History, { origin, number }: SignedHead): Promise<readonly SignedHead[]> => {
  const found: SignedHead[] = [];
  let day = '';
  for (let before = number + 1; found.length < HEADS.newest + HEADS.days;) {
    const page = await ledger.heads(origin, before, HEADS.read);
    for (const head of page) {
      if (found.length < HEADS.newest || head.at.slice(0, 10) !== day) found.push(head);
      day = head.at.slice(0, 10);
    }
    if (page.length < HEADS.read) break;
    before = page.at(-1)!.number;
  }
  return found.toReversed();
};

/**
 * All records under a head, each with its stored hash, as a text that can be verified without Dosar: FORMAT.md. Nothing
 * is verified here, so that a damaged log can be handed over, too.
 * @returns null before the first head
 */
export const historyOf = async (
  log: History,
  onProgress: (done: number, size: number) => void = () => {},
): Promise<{ readonly head: SignedHead; readonly pieces: AsyncIterable<Buffer> } | null> => {
  const head = await newestHead(log);
  if (!head) return null;
  const keys = (await signingKeys(log)).map(({ publicKey, since, note }) => ({
    verifierKey: verifierKey(head.origin, Buffer.from(publicKey, 'base64')),
    since,
    note,
  }));
  const heads = (await headsFor(log, head)).map(({ note }) => note);
  const first = { dosar: 'history', v: 1, origin: head.origin, size: head.size, keys, heads };
  return { head, pieces: piecesOf(log, head, `${JSON.stringify(first)}\n`, onProgress) };
};

const piecesOf = async function* (
  { ledger, events }: History,
  { origin, size, position }: SignedHead,
  first: string,
  onProgress: (done: number, size: number) => void,
): AsyncGenerator<Buffer> {
  yield Buffer.from(first);
  let at = 0;
  let tile: Uint8Array | null = null;
  const enough = new AbortController();
  for await (const batch of events.follow(null, enough.signal)) {
    const lines: string[] = [];
    for (const { text } of batch.slice(0, size - at)) {
      const place = at % TILE_WIDTH;
      if (place === 0) tile = (await ledger.tiles(origin, [tileName(0, at / TILE_WIDTH)]))[0] ?? null;
      const leaf = Buffer.from(tile?.subarray(32 * place, 32 * place + 32) ?? []).toString('base64');
      lines.push(`${leaf} ${text}\n`);
      at += 1;
    }
    yield Buffer.from(lines.join(''));
    onProgress(at, size);
    if (at === size || batch.at(-1)!.position >= position) break;
  }
  enough.abort();
};
