import { Inject, Injectable } from '@nestjs/common';
import { holdsLocalPart } from '@dosar/contracts';
import { Unavailable } from '@dosar/kernel/runtime';
import { user } from '@dosar/domain/identity/user.decider';
import type { UserState } from '@dosar/domain/identity/user-state';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { taken, wrongField } from '../../platform/http/problem';
import { Passwords } from './passwords';
import { Reservations } from '../reservations/reservations';
import { RestoredReservations } from '../reservations/reservations.job';

/** Omitted ones stay; the password, if given, gets this id. */
type NewCredentials = {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly credentialId: string;
};

/** Credentials in the vault: whose an e-mail is, and the hash of a password. The log has only ids. */
@Injectable()
export class Credentials {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly passwords: Passwords,
    private readonly reservations: Reservations,
    private readonly restored: RestoredReservations,
  ) {}

  /** Reserves the e-mail for this user. @returns false when it belongs to somebody else. */
  async reserve(email: string, userId: string): Promise<boolean> {
    await this.restored.done();
    return this.reservations.take(uniqueOf(email), userId);
  }

  /** Releases an e-mail of this user. */
  release(email: string, userId: string): Promise<void> {
    return this.reservations.release(uniqueOf(email), userId);
  }

  async userIdOf(email: string): Promise<string | null> {
    const owner = await this.reservations.ownerOf(uniqueOf(email));
    if (owner !== null) return owner;
    await this.restored.done();
    return this.reservations.ownerOf(uniqueOf(email));
  }

  stateOf(userId: string): Promise<UserState> {
    return this.installation.commandHandler.state(user, userId);
  }

  /** @throws Problem naming the field when the password is easy to guess for this account. */
  async mustBeHardToGuess(password: string, email: string | null, field: string): Promise<void> {
    if (email !== null && holdsLocalPart(password, email)) throw wrongField(field, 'password_email');
    if (await this.passwords.isCommon(password)) throw wrongField(field, 'password_common');
  }

  /**
   * Runs work that gives a user another e-mail or password: both are stored before, and the former ones are removed
   * afterwards.
   * @throws Problem naming the refused field
   */
  async changing(
    userId: string,
    { email, password, credentialId }: NewCredentials,
    work: () => Promise<unknown>,
  ): Promise<void> {
    const former = (await this.stateOf(userId)).email;
    if (password !== undefined) await this.mustBeHardToGuess(password, email ?? former, 'password');
    if (email !== undefined && !(await this.reserve(email, userId))) throw taken('email');
    if (password !== undefined) await this.store(userId, credentialId, password);
    await work();
    if (email !== undefined && former !== null && former !== email) await this.release(former, userId);
    if (password !== undefined) await this.forgetOthers(userId, credentialId);
  }

  /** Stored before the event that names it: until then it is not valid. */
  async store(userId: string, credentialId: string, password: string): Promise<void> {
    const { vault } = this.installation.ports;
    const place = credentialPlace(userId, credentialId);
    if (
      !(await vault.putIfAbsent(place, await this.passwords.hash(password, userId))) &&
      (await vault.get(place)) === null
    )
      throw new Unavailable('the vault did not keep a credential');
  }

  /** Hashes a password that was just verified with today's parameters; it stays the same credential. */
  async renew(userId: string, { credentialId }: UserState, password: string): Promise<void> {
    const { vault } = this.installation.ports;
    const place = credentialPlace(userId, credentialId);
    const stored = await vault.get(place);
    if (stored === null || !this.passwords.isDated(stored)) return;
    await vault.replaceIf(place, stored, await this.passwords.hash(password, userId));
  }

  /** Removes hashes of a user that no event names any more. */
  async forgetOthers(userId: string, credentialId: string): Promise<void> {
    const { vault } = this.installation.ports;
    for await (const [place] of vault.all(`credential/${userId}/`))
      if (!place.endsWith(`/${credentialId}`)) await vault.remove(place);
  }

  /**
   * Whether the password is this user's; takes the same time for an unknown user. @param party who is charged for the work
   */
  async matches(userId: string, { credentialId }: UserState, password: string, party = userId): Promise<boolean> {
    const stored = await this.installation.ports.vault.get(credentialPlace(userId, credentialId));
    return this.passwords.matches(credentialId === null ? null : stored, password, party);
  }
}

const uniqueOf = (email: string) => ['email', email.toLowerCase()] as const;

export const CREDENTIALS = 'credential/';
export const credentialPlace = (userId: string, credentialId: string | null): string =>
  `${CREDENTIALS}${userId}/${credentialId ?? 'none'}`;
