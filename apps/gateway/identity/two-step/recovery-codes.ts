import { Inject, Injectable } from '@nestjs/common';
import { hmac, randomOf } from '@dosar/kernel/runtime';
import { RecoveryCode } from '@dosar/contracts';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Secrets } from '../accounts/secrets';

/** How many codes are given at once. */
export const RECOVERY_CODES = 10;
const LENGTH = 10;
/** Without 0 and o, 1, i and l, which look alike on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Recovery codes for somebody who has lost their other factors. Only hashes are stored. */
@Injectable()
export class RecoveryCodes {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly secrets: Secrets,
  ) {}

  /** Ten new codes such as `kh7wq-m3tzc`; earlier ones become invalid. */
  async renew(userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newCode);
    await this.secrets.put(
      userId,
      'recovery',
      codes.map((code) => this.hashed(userId, code)),
    );
    return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
  }

  /** Uses a code. @returns how many are left, or null when it is wrong. */
  async use(userId: string, code: string): Promise<number | null> {
    const given = RecoveryCode.safeParse(code).data;
    const held = await this.secrets.get<string[]>(userId, 'recovery');
    if (given === undefined || !held) return null;
    const hash = this.hashed(userId, given);
    const left = held.value.filter((each) => each !== hash);
    const isOne = left.length < held.value.length;
    return isOne && (await this.secrets.replace(userId, 'recovery', held, left)) ? left.length : null;
  }

  async left(userId: string): Promise<number> {
    return (await this.secrets.get<string[]>(userId, 'recovery'))?.value.length ?? 0;
  }

  forget(userId: string): Promise<void> {
    return this.secrets.remove(userId, 'recovery');
  }

  private hashed(userId: string, code: string): string {
    return hmac(this.installation.keys.factors, 'recovery', userId, code);
  }
}

/** Letters drawn evenly: bytes above the last whole multiple of the alphabet are drawn again. */
const newCode = (): string => {
  const fair = 256 - (256 % LETTERS.length);
  let code = '';
  while (code.length < LENGTH)
    for (const byte of randomOf(LENGTH))
      if (byte < fair && code.length < LENGTH) code += LETTERS[byte % LETTERS.length];
  return code;
};
