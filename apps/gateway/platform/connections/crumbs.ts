import { IncomingMessage } from 'node:http';

/** Sending that many chunks a second that are smaller than this on average is abuse. */
const CRUMBS = { count: 500, bytes: 16, withinMs: 1_000 };

/** A request whose body must not arrive in tiny chunks: a chunk of one byte costs as much as one of a megabyte. */
export class WholesomeRequest extends IncomingMessage {
  private pieces = 0;
  private bytes = 0;
  private since = 0;

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (piece !== null && this.isCrumbled(piece.length)) this.socket.destroy();
    return this.socket.destroyed ? false : super.push(piece, encoding);
  }

  private isCrumbled(length: number): boolean {
    this.pieces += 1;
    this.bytes += length;
    if (this.pieces < CRUMBS.count) return false;
    const now = performance.now();
    const isTooMuch = this.bytes < CRUMBS.bytes * this.pieces && now - this.since < CRUMBS.withinMs;
    [this.pieces, this.bytes, this.since] = [0, 0, now];
    return isTooMuch;
  }
}
