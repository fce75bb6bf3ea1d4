import { Inject, Injectable } from '@nestjs/common';
import type { File } from '@dosar/contracts';
import type { Content } from '@dosar/domain/files/contents.projector';
import type { Call } from '../../platform/access/call';
import { actorOf } from '../../platform/access/guard';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { notFound, Problem } from '../../platform/http/problem';
import { Looks } from '../../platform/past/looks';
import { FilesReads } from '../files.reads';
import { Tickets, type Ticket } from './tickets';

export type OpenedTicket = { readonly ticket: Ticket; readonly file: File; readonly content: Content };

/** What tickets open, while their owners may have it. */
@Injectable()
export class OpenedTickets {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly drives: FilesReads,
    private readonly tickets: Tickets,
    private readonly looks: Looks,
  ) {}

  /** @throws Problem NOT_FOUND, also for another version than the ticket's */
  async open(text: string, call: Call): Promise<OpenedTicket> {
    const ticket = this.tickets.read(text);
    if (!ticket) throw notFound();
    const file = await this.fileOf(ticket, call);
    const content = await this.drives.of(call).content(file.id);
    if (content.version !== ticket.version) throw notFound();
    return { ticket, file, content };
  }

  /** The file, if the ticket's owner is still signed in and may still see it. @throws Problem NOT_FOUND */
  private async fileOf({ fileId, userId, sessionId, at }: Ticket, call: Call): Promise<File> {
    try {
      call.actor = actorOf(this.installation, userId, sessionId);
      const isOfNow = at === null && call.actor.role !== 'auditor';
      const look = isOfNow ? null : await this.looks.of(call, at === null ? {} : { at: String(at) });
      return (await this.drives.of(call, look).file(fileId)).file;
    } catch (error) {
      throw error instanceof Problem ? notFound() : error;
    }
  }
}
