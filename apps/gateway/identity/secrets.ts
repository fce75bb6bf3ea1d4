import { Inject, Injectable } from '@nestjs/common';
import { decrypt, encrypt, type Envelope } from '@dosar/kernel';
import { INSTALLATION, type Installation } from '../platform/installation';

/** A secret as it was read, and what it is replaced by. */
export type Held<T> = { readonly value: T; readonly kept: string };

/** What proves that somebody is who they say, in the vault under their own key: with the key it is gone. */
@Injectable()
export class Secrets {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  private get vault() {
    return this.installation.ports.vault;
  }

  /** null when there is none, or its owner was erased. */
  async get<T>(userId: string, name: string): Promise<Held<T> | null> {
    const place = placeOf(userId, name);
    const [kept, key] = [await this.vault.get(place), await this.keyOf(userId)];
    return kept === null || key === null
      ? null
      : { value: decrypt(key.secret, place, JSON.parse(kept) as Envelope) as T, kept };
  }

  /** In the place of whatever was there. */
  async put(userId: string, name: string, value: unknown): Promise<void> {
    const place = placeOf(userId, name);
    const sealed = await this.seal(userId, place, value);
    for (;;) {
      const kept = await this.vault.get(place);
      const isKept =
        kept === null ? await this.vault.putIfAbsent(place, sealed) : await this.vault.replaceIf(place, kept, sealed);
      if (isKept) return;
    }
  }

  /** @returns false when it is another one by now: nothing was changed. */
  async replace(userId: string, name: string, { kept }: Held<unknown>, value: unknown): Promise<boolean> {
    const place = placeOf(userId, name);
    return this.vault.replaceIf(place, kept, await this.seal(userId, place, value));
  }

  remove(userId: string, name: string): Promise<void> {
    return this.vault.remove(placeOf(userId, name));
  }

  private async seal(userId: string, place: string, value: unknown): Promise<string> {
    return JSON.stringify(encrypt((await this.keyOf(userId))!, place, value));
  }

  private keyOf(userId: string) {
    return this.installation.keyring.ensure(`user:${userId}`);
  }
}

const placeOf = (userId: string, name: string) => `factor/${userId}/${name}`;
