import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { randomOf } from '@dosar/kernel';
import { INSTALLATION, type Installation } from '../platform/installation';

const TICKET_MS = 5 * 60 * 1000;

/** One version of one file, for one user in one session. */
export type Ticket = {
  readonly id: string;
  readonly fileId: string;
  readonly version: number;
  readonly userId: string;
  readonly sessionId: string;
};

/**
 * What a link of a download holds: it says for what and whom it was made, signed, so that nothing has to be kept of it.
 * Whether they may still have it is asked each time it is used.
 */
@Injectable()
export class Tickets {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  issue({ fileId, version, userId, sessionId }: Omit<Ticket, 'id'>): string {
    const id = randomOf(16).toString('base64url');
    const text = [id, fileId, version, userId, sessionId, Date.now() + TICKET_MS].join(' ');
    return `${Buffer.from(text).toString('base64url')}.${this.signature(text)}`;
  }

  /** null for one that is not ours, or over. */
  read(ticket: string): Ticket | null {
    const [body = '', signature = ''] = ticket.split('.');
    const text = Buffer.from(body, 'base64url').toString();
    const expected = Buffer.from(this.signature(text));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const [id, fileId, version, userId, sessionId, until] = text.split(' ') as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    return Number(until) > Date.now() ? { id, fileId, version: Number(version), userId, sessionId } : null;
  }

  private signature(text: string): string {
    return createHmac('sha256', this.installation.keys.tickets).update(text).digest('base64url');
  }
}
