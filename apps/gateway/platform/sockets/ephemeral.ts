import { Inject, Injectable } from '@nestjs/common';
import type { Announcement } from './announcer';
import { SUBSCRIPTIONS } from './subscriptions';
import type { Audiences } from './audience';
import { INSTALLATION, type Installation } from '../hosting/installation';

/** The topic of ephemeral events. */
export const EPHEMERAL_TOPIC = 'told';

/** `except`: those who know it, since it is about themselves. */
type Told = Extract<Announcement, { readonly body: unknown }> & { readonly except?: Partial<Audiences> };

/** Sends something that is not stored to those who are connected, at any gateway. */
@Injectable()
export class Ephemeral {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** Subscribes a session to something, while its user may see it. */
  ask(sessionId: string, to: Partial<Audiences>): void {
    this.installation.ports.signals.send({ kind: 'ephemeral', topic: SUBSCRIPTIONS, body: { sessionId, to } });
  }

  tell({ event, to, except, body }: Told): void {
    this.installation.ports.signals.send({
      kind: 'ephemeral',
      topic: EPHEMERAL_TOPIC,
      body: { event, to, except, body },
    });
  }
}
