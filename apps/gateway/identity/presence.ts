import { Inject, Injectable } from '@nestjs/common';
import type { User } from '@dosar/contracts';
import { INSTALLATION, type Installation } from '../platform/installation';

/** When people were last here. It is no event: it is known as long as somebody is there, and from their sessions after. */
@Injectable()
export class Presence {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  lastSeen(userId: string): string | null {
    const { access } = this.installation;
    const seen = (access.user(userId)?.sessions ?? [])
      .map((id) => access.session(id)?.seenAt ?? '')
      .sort()
      .at(-1);
    return seen || null;
  }

  /** A user's row as it is shown. */
  readonly shown = (json: string): string => {
    const user = JSON.parse(json) as User;
    return JSON.stringify({ ...user, lastSeen: this.lastSeen(user.id) });
  };
}
