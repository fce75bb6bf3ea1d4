import { Inject, Injectable } from '@nestjs/common';
import { holdsLocalPart } from '@dosar/contracts';
import { hmac, Unavailable } from '@dosar/kernel';
import { CLAIM_WITHOUT_OWNER_MS } from '@dosar/domain/identity/unique.decider';
import { user, type UserState } from '@dosar/domain/identity/user.decider';
import { INSTALLATION, type Installation } from '../platform/installation';
import { wrongField } from '../platform/problem';
import { Passwords } from './passwords';

type Reservation = { readonly userId: string; readonly at: string };

/** What signs people in, kept in the vault: whose e-mail it is, and the hash of a password. The log has only ids. */
@Injectable()
export class Credentials {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly passwords: Passwords,
  ) {}

  /** Makes the e-mail this user's. @returns false when it is somebody else's. */
  async reserve(email: string, userId: string): Promise<boolean> {
    const { vault } = this.installation.ports;
    const place = this.placeOf(email);
    const mine = JSON.stringify({ userId, at: new Date().toISOString() } satisfies Reservation);
    if (await vault.putIfAbsent(place, mine)) return true;
    const kept = await vault.get(place);
    if (kept === null) return vault.putIfAbsent(place, mine);
    const { userId: holder, at } = JSON.parse(kept) as Reservation;
    if (holder === userId) return true;
    // whoever reserved it may have crashed before it was theirs, or before it was free again
    const isVoid = Date.now() - Date.parse(at) > CLAIM_WITHOUT_OWNER_MS && (await this.stateOf(holder)).email !== email;
    return isVoid && (await vault.replaceIf(place, kept, mine));
  }

  /** Frees an e-mail that was this user's. */
  async release(email: string, userId: string): Promise<void> {
    if ((await this.userIdOf(email)) === userId) await this.installation.ports.vault.remove(this.placeOf(email));
  }

  async userIdOf(email: string): Promise<string | null> {
    const kept = await this.installation.ports.vault.get(this.placeOf(email));
    return kept === null ? null : (JSON.parse(kept) as Reservation).userId;
  }

  stateOf(userId: string): Promise<UserState> {
    return this.installation.desk.state(user, userId);
  }

  /** @throws Problem naming the field when everybody would guess this password for this account. */
  async mustBeHardToGuess(password: string, email: string | null, field: string): Promise<void> {
    if (email !== null && holdsLocalPart(password, email)) throw wrongField(field, 'password_email');
    if (await this.passwords.isCommon(password)) throw wrongField(field, 'password_common');
  }

  /** Stored before the event that names it: until then it counts for nothing. */
  async store(userId: string, credentialId: string, password: string): Promise<void> {
    const { vault } = this.installation.ports;
    const place = credentialPlace(userId, credentialId);
    if (!(await vault.putIfAbsent(place, await this.passwords.hash(password))) && (await vault.get(place)) === null)
      throw new Unavailable('the vault did not keep a credential');
  }

  /** A password that was just shown to be right is hashed at the cost of today; to everybody it is the same credential. */
  async renew(userId: string, { credentialId }: UserState, password: string): Promise<void> {
    const { vault } = this.installation.ports;
    const place = credentialPlace(userId, credentialId);
    const stored = await vault.get(place);
    if (stored === null || !this.passwords.isDated(stored)) return;
    await vault.replaceIf(place, stored, await this.passwords.hash(password));
  }

  /** Takes away the hashes of a user that no event names any more. */
  async forgetOthers(userId: string, credentialId: string): Promise<void> {
    const { vault } = this.installation.ports;
    for await (const [place] of vault.all(`credential/${userId}/`))
      if (!place.endsWith(`/${credentialId}`)) await vault.remove(place);
  }

  /** Whether the password is this user's; takes the same time for nobody. */
  async matches(userId: string, { credentialId }: UserState, password: string): Promise<boolean> {
    const stored = await this.installation.ports.vault.get(credentialPlace(userId, credentialId));
    return this.passwords.matches(credentialId === null ? null : stored, password);
  }

  private placeOf(email: string): string {
    return `email/${hmac(this.installation.keys.emails, email.toLowerCase())}`;
  }
}

const credentialPlace = (userId: string, credentialId: string | null) =>
  `credential/${userId}/${credentialId ?? 'none'}`;
