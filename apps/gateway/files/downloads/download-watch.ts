import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { idempotent } from '@dosar/kernel/runtime';
import { reads } from '@dosar/domain/audit/reads.decider';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Writes } from '../../platform/writes/writes';

const HOUR_MS = 60 * 60 * 1000;
/** From this amount on an alarm is raised; nothing is refused. */
const UNUSUAL = { files: 500, bytes: 2 * 1024 ** 3 } as const;

/** How many accounts are watched, least recently active first out. */
const ACCOUNTS = 10_000;

type Seen = { readonly since: number; files: number; bytes: number; alarmed: boolean };

/** Raises an alarm when one account downloads unusually much in an hour. */
@Injectable()
export class DownloadWatch {
  private readonly seen = new LRUCache<string, Seen>({ max: ACCOUNTS });

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
  ) {}

  async downloaded(call: Call, bytes: number, files = 1): Promise<void> {
    const { id: userId, sessionId } = call.caller;
    const found = this.seen.get(userId);
    const seen =
      found && found.since > Date.now() - HOUR_MS ? found : { since: Date.now(), files: 0, bytes: 0, alarmed: false };
    this.seen.set(userId, seen);
    seen.files += files;
    seen.bytes += bytes;
    if (seen.alarmed || (seen.files <= UNUSUAL.files && seen.bytes <= UNUSUAL.bytes)) return;
    seen.alarmed = true;
    const data = { alarm: 'downloads', userId, files: seen.files, bytes: seen.bytes } as const;
    const context = idempotent(this.installation.keys.marks, `alarm downloads ${userId} ${seen.since}`, '');
    await this.writes.with(call, context).handle(reads, sessionId, { type: 'RaiseAlarm', data });
  }
}
