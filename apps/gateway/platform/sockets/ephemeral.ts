import { Inject, Injectable } from '@nestjs/common';
import type { Announcement } from './announcer';
import { SUBSCRIPTIONS } from './subscriptions';
import type { Audiences } from './audience';
import { INSTALLATION, type Installation } from '../hosting/installation';

/** The topic of what is told to sockets. */
export const EPHEMERAL_TOPIC = 'told';

/** Tells those who are there, at whichever gateway, of something that is stored nowhere. */
@Injectable()
export class Ephemeral {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** A session has asked for something: it is told of it from now on, while its user may see it. */
  ask(sessionId: string, to: Partial<Audiences>): void {
    this.installation.ports.signals.send({ kind: 'ephemeral', topic: SUBSCRIPTIONS, body: { sessionId, to } });
  }

  tell({ event, to, body }: Extract<Announcement, { readonly body: unknown }>): void {
    this.installation.ports.signals.send({ kind: 'ephemeral', topic: EPHEMERAL_TOPIC, body: { event, to, body } });
  }
}
