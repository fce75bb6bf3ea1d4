import { Inject, Injectable } from '@nestjs/common';
import { sealedOutside, updateIn, type Envelope } from '@dosar/kernel/runtime';
import { userKey } from '@dosar/domain/identity/user.events';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';

/** A secret as read, and its stored form for a comparison. */
export type Held<T> = { readonly value: T; readonly kept: string };

/** Secrets of second factors, in the vault under their owner's key: erased with it. */
@Injectable()
export class Secrets {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  private get vault() {
    return this.installation.ports.vault;
  }

  /** null when there is none, or its owner was erased. */
  async get<T>(userId: string, name: string): Promise<Held<T> | null> {
    const place = placeOf(userId, name);
    const kept = await this.vault.get(place);
    const value = kept === null ? null : await this.sealed.open<T>(place, JSON.parse(kept) as Envelope);
    return kept === null || value === null ? null : { value, kept };
  }

  /** Replaces whatever was there. */
  async put(userId: string, name: string, value: unknown): Promise<void> {
    const place = placeOf(userId, name);
    const sealed = await this.seal(userId, place, value);
    await updateIn(this.vault, place, () => sealed);
  }

  /** @returns false when it has changed since: nothing was changed. */
  async replace(userId: string, name: string, { kept }: Held<unknown>, value: unknown): Promise<boolean> {
    const place = placeOf(userId, name);
    return this.vault.replaceIf(place, kept, await this.seal(userId, place, value));
  }

  remove(userId: string, name: string): Promise<void> {
    return this.vault.remove(placeOf(userId, name));
  }

  private async seal(userId: string, place: string, value: unknown): Promise<string> {
    const sealed = await this.sealed.seal(userKey(userId), place, value);
    if (!sealed) throw new Problem('NOT_FOUND');
    return JSON.stringify(sealed);
  }

  private get sealed() {
    return sealedOutside(this.installation.keyring, 'secrets');
  }
}

export const FACTORS = 'factor/';
const placeOf = (userId: string, name: string) => `${FACTORS}${userId}/${name}`;
