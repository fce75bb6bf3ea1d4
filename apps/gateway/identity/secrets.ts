import { Inject, Injectable } from '@nestjs/common';
import { hmacOf, openText, sealText, updateIn } from '@dosar/kernel/runtime';
import { userKey } from '@dosar/domain/identity/user.events';
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
    if (kept === null || key === null) return null;
    return { value: JSON.parse(openText(key, place, JSON.parse(kept) as Sealed)) as T, kept };
  }

  /** In the place of whatever was there. */
  async put(userId: string, name: string, value: unknown): Promise<void> {
    const place = placeOf(userId, name);
    const sealed = await this.seal(userId, place, value);
    await updateIn(this.vault, place, () => sealed);
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
    return JSON.stringify(sealText((await this.keyOf(userId))!, place, JSON.stringify(value)));
  }

  /** A key of its own, made of the owner's: with that one it is gone. */
  private async keyOf(userId: string): Promise<Buffer | null> {
    const { keyring } = this.installation;
    const name = userKey(userId);
    await keyring.fetch([name]);
    const key = keyring.key(name);
    return typeof key === 'string' ? null : hmacOf(key.secret, 'secrets');
  }
}

type Sealed = { readonly n: string; readonly c: string };

const placeOf = (userId: string, name: string) => `factor/${userId}/${name}`;
