import { Inject, Injectable } from '@nestjs/common';
import { randomOf, readSigned, signed } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';

const TICKET_MS = 5 * 60 * 1000;

const USES = ['download', 'preview', 'text'] as const;
/** To be kept, only looked at, or looked at by its text. */
type Use = (typeof USES)[number];

/** One version of one file, for one user in one session. */
export type Ticket = {
  readonly id: string;
  readonly fileId: string;
  readonly version: number;
  readonly userId: string;
  readonly sessionId: string;
  readonly use: Use;
};

type Words = [string, string, string, string, string, string, string];

/**
 * What a link of a download holds: it says for what and whom it was made, signed, so that nothing has to be kept of it.
 * Whether they may still have it is asked each time it is used.
 */
@Injectable()
export class Tickets {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  issue({ fileId, version, userId, sessionId, use }: Omit<Ticket, 'id'>): string {
    const id = randomOf(16).toString('base64url');
    const until = Date.now() + TICKET_MS;
    return signed(this.installation.keys.tickets, id, fileId, version, userId, sessionId, use, until);
  }

  /** null for one that is not ours, or over. */
  read(ticket: string): Ticket | null {
    const words = readSigned(this.installation.keys.tickets, ticket);
    if (!words) return null;
    const [id, fileId, version, userId, sessionId, named, until] = words as Words;
    const use = USES.find((each) => each === named) ?? 'download';
    return Number(until) > Date.now() ? { id, fileId, version: Number(version), userId, sessionId, use } : null;
  }
}
