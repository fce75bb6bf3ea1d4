import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue } from '@dosar/kernel/runtime';
import { Problem } from '../../platform/http/problem';

/** OWASP's minimum for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** The prefix of hashes with these parameters. */
const MADE_TODAY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/**
 * Hashing shares its threads with the disk, so few run at once, two of one address or person; more waiting ones are a flood.
 */
const TURNS = { places: 3, waiting: 32, inAll: 256, dearMs: 5_000 };
const refuse = () => new Problem('TOO_MANY_REQUESTS', null, 1);

/** How many of the most common passwords are refused. */
const COMMONEST = 10_000;

/** Loaded when the first password is chosen. */
const commonest = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, COMMONEST).map((each) => each.toLowerCase()));
};

@Injectable()
export class Passwords {
  private common: Promise<ReadonlySet<string>> | null = null;

  private readonly turns = new FairQueue({ ...TURNS, refuse });
  private readonly nobodys = hash('nobody has this password', COST);

  /** Whether it is among the most common passwords, ignoring case and trailing digits or symbols. */
  async isCommon(password: string): Promise<boolean> {
    const common = await (this.common ??= commonest());
    const text = password.toLowerCase();
    return common.has(text) || common.has(text.replace(/[\d\W_]{1,4}$/, ''));
  }

  /** @param party who is charged for the work. @throws Problem 429 when too much of theirs waits */
  hash(password: string, party: string): Promise<string> {
    return this.turns.run(party, () => hash(password, COST));
  }

  /** Whether it was made with other parameters than today's. */
  isDated(stored: string): boolean {
    return !stored.startsWith(MADE_TODAY);
  }

  /** Takes the same time whether there is a hash or not. @param party, @throws as `hash` */
  async matches(stored: string | null, password: string, party: string): Promise<boolean> {
    const known = stored ?? (await this.nobodys);
    return (await this.turns.run(party, () => verify(known, password))) && stored !== null;
  }
}
