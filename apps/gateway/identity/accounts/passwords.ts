import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue } from '@dosar/kernel/runtime';
import { Problem } from '../../platform/http/problem';

/** OWASP's floor for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** How a hash begins that was made so. */
const MADE_TODAY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/**
 * Hashing shares its threads with the disk, so only so many at once, two of whoever comes from one address or is one person;
 * more than so many waiting is a flood.
 */
const TURNS = { places: 3, waiting: 32, inAll: 256, dearMs: 5_000 };
const refuse = () => new Problem('TOO_MANY_REQUESTS', null, 1);

/** So many of the commonest passwords are refused. */
const COMMONEST = 10_000;

/** Loaded when the first password is chosen: nobody else needs the list. */
const commonest = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, COMMONEST).map((each) => each.toLowerCase()));
};

@Injectable()
export class Passwords {
  private common: Promise<ReadonlySet<string>> | null = null;

  private readonly turns = new FairQueue({ ...TURNS, refuse });
  private readonly nobodys = hash('nobody has this password', COST);

  /** Whether it is one of those that are tried first, however it is cased and whatever digits or signs end it. */
  async isCommon(password: string): Promise<boolean> {
    const common = await (this.common ??= commonest());
    const text = password.toLowerCase();
    return common.has(text) || common.has(text.replace(/[\d\W_]{1,4}$/, ''));
  }

  /** @param party whose turn it takes. @throws Problem 429 when too much of it waits */
  hash(password: string, party: string): Promise<string> {
    return this.turns.run(party, () => hash(password, COST));
  }

  /** Whether it was made at another cost than today's. */
  isDated(stored: string): boolean {
    return !stored.startsWith(MADE_TODAY);
  }

  /** Takes the same time whether there is such a hash or not. @param party, @throws as of `hash` */
  async matches(stored: string | null, password: string, party: string): Promise<boolean> {
    const known = stored ?? (await this.nobodys);
    return (await this.turns.run(party, () => verify(known, password))) && stored !== null;
  }
}
