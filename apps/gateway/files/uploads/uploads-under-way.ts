import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { FILE_LIMITS } from '@dosar/contracts';
import { newId, type Signal } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';

/** Limits of one session's concurrent uploads at all gateways (contract section 6). */
export const UNDER_WAY = { uploads: 40, bytes: 1024 ** 3 } as const;
/** How long another gateway's report is valid: a killed one reports nothing more. */
const TOLD = { everyMs: 5_000, holdsMs: 15_000 } as const;
const AGAIN_SECONDS = 1;

type Sum = { readonly uploads: number; readonly bytes: number };
type Told = Sum & { readonly at: number };
const nothing: Sum = { uploads: 0, bytes: 0 };

const plus = (one: Sum, other: Sum): Sum => ({
  uploads: one.uploads + other.uploads,
  bytes: one.bytes + other.bytes,
});

/**
 * Counts the uploads of each session. Gateways report theirs to each other by signals, which no upload waits for: without
 * signals each counts alone, and health reports their absence.
 */
@Injectable()
export class UploadsUnderWay implements OnModuleDestroy {
  private readonly me = newId();
  private readonly here = new Map<string, Sum>();
  private readonly elsewhere = new Map<string, Map<string, Told>>();
  private readonly telling: NodeJS.Timeout;
  private readonly deafen: () => void;

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {
    this.deafen = installation.ports.signals.listen((signal) => this.hear(signal));
    this.telling = setInterval(() => this.tellAll(), TOLD.everyMs).unref();
    installation.metrics.watchNumber('dosar_uploads', 'Uploads under way at this process.', () =>
      [...this.here.values()].reduce((sum, { uploads }) => sum + uploads, 0),
    );
  }

  onModuleDestroy(): void {
    clearInterval(this.telling);
    this.deafen();
  }

  /** @param announced the announced bytes. @returns a function to be called at the end. @throws Problem 429 */
  begin(sessionId: string, announced: number | null): () => void {
    const one = { uploads: 1, bytes: announced ?? FILE_LIMITS.zip };
    const all = plus(this.of(sessionId), one);
    if (this.installation.config.limits && (all.uploads > UNDER_WAY.uploads || all.bytes > UNDER_WAY.bytes))
      throw new Problem('TOO_MANY_REQUESTS', null, AGAIN_SECONDS);
    this.change(sessionId, one);
    let isOver = false;
    return () => {
      if (!isOver) this.change(sessionId, { uploads: -one.uploads, bytes: -one.bytes });
      isOver = true;
    };
  }

  private of(sessionId: string): Sum {
    const since = Date.now() - TOLD.holdsMs;
    const told = [...(this.elsewhere.get(sessionId)?.values() ?? [])].filter(({ at }) => at > since);
    return told.reduce(plus, this.here.get(sessionId) ?? nothing);
  }

  private change(sessionId: string, by: Sum): void {
    const now = plus(this.here.get(sessionId) ?? nothing, by);
    if (now.uploads === 0) this.here.delete(sessionId);
    else this.here.set(sessionId, now);
    this.tell(sessionId, now);
  }

  private tell(sessionId: string, { uploads, bytes }: Sum): void {
    this.installation.ports.signals.send({ kind: 'uploading', gateway: this.me, sessionId, uploads, bytes });
  }

  private tellAll(): void {
    for (const [sessionId, sum] of this.here) this.tell(sessionId, sum);
    const since = Date.now() - TOLD.holdsMs;
    for (const [sessionId, gateways] of this.elsewhere) {
      for (const [gateway, { at }] of gateways) if (at <= since) gateways.delete(gateway);
      if (gateways.size === 0) this.elsewhere.delete(sessionId);
    }
  }

  private hear(signal: Signal): void {
    if (signal.kind === 'who') return this.tellAll();
    if (signal.kind !== 'uploading' || signal.gateway === this.me) return;
    const { gateway, sessionId, uploads, bytes } = signal;
    const gateways = this.elsewhere.get(sessionId) ?? new Map<string, Told>();
    if (uploads === 0) gateways.delete(gateway);
    else gateways.set(gateway, { uploads, bytes, at: Date.now() });
    if (gateways.size === 0) this.elsewhere.delete(sessionId);
    else this.elsewhere.set(sessionId, gateways);
  }
}
