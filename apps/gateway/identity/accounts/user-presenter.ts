import { Injectable } from '@nestjs/common';
import type { User } from '@dosar/contracts';
import { rowIn, type RowText } from '@dosar/kernel/runtime';
import { users, type UserRow } from '@dosar/domain/identity/users.projector';
import { Presence } from '../../platform/sockets/presence';
import { ViewRows } from '../../platform/reads/rows';

/** Users as shown: with when they were last seen, and without internal members. */
@Injectable()
export class UserPresenter {
  constructor(
    private readonly presence: Presence,
    private readonly rows: ViewRows,
  ) {}

  /** @throws Problem NOT_FOUND */
  async ofId(id: string): Promise<User> {
    return this.user((await this.rows.must(users, id)).json);
  }

  user(json: RowText<UserRow>): User {
    const { totp: _totp, passkeys: _passkeys, pinned_clients: _pinned, ...user } = rowIn(json);
    return { ...user, lastSeen: this.presence.lastSeen(user.id) };
  }

  readonly asJson = (json: RowText<UserRow>): string => JSON.stringify(this.user(json));
}
