import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { PreviewFault } from '@dosar/contracts';
import { isOutage } from '@dosar/kernel/runtime';
import type { Frame } from '../readers/frames';
import { ReaderPool } from '../readers/reader-pool';
import { ReaderFault } from '../readers/reader-process';

export type Picture = { readonly data: Uint8Array; readonly width: number; readonly height: number };
/** A small picture, null when there is nothing to see, or why there is none. */
export type Drawn = { readonly picture: Picture | null } | { readonly why: PreviewFault };

/** The drawing process does not start. */
export class CannotDraw extends Error {}

/** Pixels of the longer side, enough for a row of a list on dense screens. */
export const ROW_SIDE = 128;

/** How large a small picture is, and when nobody waits for it any more. */
export type DrawingRequest = { readonly side?: number; readonly signal?: AbortSignal };

export type DrawingLimits = {
  readonly startMs: number;
  /** For one picture. */
  readonly ms: number;
  /** KiB of writable memory. */
  readonly memory: number;
  /** MiB of JavaScript heap. */
  readonly heap: number;
  /** How long an idle process waits before it ends. */
  readonly idleMs: number;
};

const REUSE = { documents: 200, reuseMs: 3_000, cpu: 300 };
/** The largest drawing is a page of a scan as PNG. */
const ANSWER = { head: 1024, bytes: 32 * 1024 * 1024 };

const drawnSchema = z.union([
  z.strictObject({ id: z.number(), why: PreviewFault }),
  z.strictObject({ id: z.number(), width: z.number().int().positive(), height: z.number().int().positive() }),
  z.strictObject({ id: z.number(), isEmpty: z.literal(true) }),
]);

const drawnOf = ({ head, bytes }: Frame): Drawn => {
  const { data } = drawnSchema.safeParse(head);
  if (!data) return { why: 'damaged' };
  if ('why' in data) return { why: data.why };
  if ('isEmpty' in data) return { picture: null };
  return { picture: { data: new Uint8Array(bytes), width: data.width, height: data.height } };
};

/** Processes that draw one picture after the other: a failing decoder may crash its process. */
export class Drawing {
  private readonly pool: ReaderPool;

  constructor(
    program: URL,
    private readonly limits: DrawingLimits,
  ) {
    const { startMs, memory, heap, idleMs } = limits;
    const bundle = basename(fileURLToPath(program), '.js');
    this.pool = new ReaderPool(bundle, { ...REUSE, startMs, heap, idleMs, data: memory * 1024, answer: ANSWER });
  }

  /** @throws CannotDraw, also when the signal aborts first */
  async draw(bytes: ArrayBuffer, { side = ROW_SIDE, signal }: DrawingRequest = {}): Promise<Drawn> {
    const asked = { head: { side }, bytes, ms: this.limits.ms, signal };
    try {
      return await this.pool.ask(asked, drawnOf, (drawn) => 'why' in drawn);
    } catch (error) {
      if (error instanceof ReaderFault) return { why: error.why };
      throw isOutage(error) ? new CannotDraw(error.message) : error;
    }
  }

  end(): void {
    this.pool.end();
  }
}
