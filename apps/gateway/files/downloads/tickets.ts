import { Inject, Injectable } from '@nestjs/common';
import { randomOf, readSigned, signed, type Position } from '@dosar/kernel/runtime';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';

const TICKET_MS = 5 * 60 * 1000;

const USES = ['download', 'preview', 'text', 'plain'] as const;
/** For download, for display, for display as text, or for display without what is encoded in it. */
type Use = (typeof USES)[number];

/** One version of one file, for one user in one session. */
export type Ticket = {
  readonly id: string;
  readonly fileId: string;
  readonly version: number;
  readonly userId: string;
  readonly sessionId: string;
  readonly use: Use;
  /** Of one file inside it, by its number there; null: of the file itself. */
  readonly part: number | null;
  /** As of which position the file is there; null: now. */
  readonly at: Position | null;
};

type Opens = Pick<Ticket, 'fileId' | 'version' | 'use' | 'part'>;
type Words = [string, string, string, string, string, string, string, string, string];

/** The content of a download link, signed, so that nothing is stored for it. Rights are checked at each use. */
@Injectable()
export class Tickets {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** The address that opens it to whoever calls, as of now or of that position. */
  linkFor({ caller }: Call, { fileId, version, use, part }: Opens, at: Position | null = null): string {
    const id = randomOf(16).toString('base64url');
    const until = Date.now() + TICKET_MS;
    const words = [id, fileId, version, caller.id, caller.sessionId, use, part ?? '', at?.toString() ?? '', until];
    return `/api/files/content/${signed(this.installation.keys.tickets, ...words)}`;
  }

  /** null for a forged or expired one. */
  read(ticket: string): Ticket | null {
    const words = readSigned(this.installation.keys.tickets, ticket);
    if (!words) return null;
    const [id, fileId, version, userId, sessionId, named, number, position, until] = words as Words;
    if (Number(until) <= Date.now()) return null;
    const use = USES.find((each) => each === named) ?? 'download';
    const part = number === '' ? null : Number(number);
    const at = position === '' ? null : BigInt(position);
    return { id, fileId, version: Number(version), userId, sessionId, use, part, at };
  }
}
