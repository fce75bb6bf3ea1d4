import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { CannotStart } from './cannot-start';

/** The public look-up of the Romanian tax authority, without login. */
const ANAF_URL = 'https://webservicesp.anaf.ro/api/PlatitorTvaRest/v9/tva';

/** Where each port stores its data, and settings that all processes of an installation share. */
export type PortsConfig = {
  /** `embedded`: one process does everything, whatever its ports; `distributed`: projectors run beside gateways. */
  readonly profile: 'embedded' | 'distributed';
  readonly dataDir: string;
  readonly eventStoreUrl: string | null;
  readonly mongoUrl: string | null;
  /** The vault's own server, when it is not beside the views. */
  readonly vaultUrl: string | null;
  readonly s3Url: string | null;
  readonly natsUrl: string | null;
  /** Address and key of the search server; null: a file of each gateway. */
  readonly searchUrl: string | null;
  readonly searchKey: string | null;
  readonly smtpUrl: string | null;
  /** The public address of the portal, used in links of letters. No slash at its end. */
  readonly publicUrl: string;
  readonly mailFrom: string;
  /** Address of the public register of companies; null: none, since it is on the internet. */
  readonly registerUrl: string | null;
  /** 32 bytes in hexadecimal; two while the first replaces the second; none: the folder's own. */
  readonly masterKeys: readonly string[];
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
};

/** A variable that switches something on or off. */
export const flag = z.enum(['0', '1', 'on', 'off']).transform((value) => value === '1' || value === 'on');

const address = z.string().optional();

const Environment = z.object({
  DOSAR_PROFILE: z.enum(['embedded', 'distributed']).default('embedded'),
  DOSAR_DATA_DIR: z.string().default('./data'),
  DOSAR_EVENTSTORE_URL: address,
  DOSAR_MONGODB_URL: address,
  DOSAR_VAULT_MONGODB_URL: address,
  DOSAR_S3_URL: address,
  DOSAR_NATS_URL: address,
  DOSAR_MEILISEARCH_URL: z.url({ protocol: /^https?$/ }).optional(),
  DOSAR_MEILISEARCH_KEY: z.string().optional(),
  DOSAR_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  DOSAR_PORT: z.string().default('3000'),
  DOSAR_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DOSAR_MAIL_FROM: z.string().default('Dosar <dosar@localhost>'),
  DOSAR_ANAF: z.union([flag, z.url({ protocol: /^https?$/ })]).default(false),
  DOSAR_MASTER_KEY: z
    .string()
    .regex(
      /^[0-9a-f]{64}(,[0-9a-f]{64})?$/i,
      'must be 64 hexadecimal digits (openssl rand -hex 32), or two of them with a comma',
    )
    .optional(),
  DOSAR_LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
});

/** Required by the distributed profile: nothing may be in the folder of one process. */
const NEEDED = [
  'DOSAR_EVENTSTORE_URL',
  'DOSAR_MONGODB_URL',
  'DOSAR_S3_URL',
  'DOSAR_NATS_URL',
  'DOSAR_MASTER_KEY',
] as const;

export type Surroundings = Readonly<Record<string, string | undefined>>;

const OF_FILE = '_FILE';

/**
 * The variables that are set: empty ones count as not set, and `X_FILE` names a file that has the value of `X`, as
 * systemd and Docker hand over secrets. @throws CannotStart
 */
export const given = (environment: Surroundings): Surroundings => {
  const set = Object.entries(environment).filter(([, value]) => value !== '' && value !== undefined);
  const read = set
    .filter(([name]) => name.startsWith('DOSAR_') && name.endsWith(OF_FILE))
    .map(([name, file]) => [name.slice(0, -OF_FILE.length), secretIn(name, file!)] as const);
  const all = Object.fromEntries(set);
  for (const [name] of read)
    if (all[name] !== undefined)
      throw new CannotStart(`${name} and ${name}${OF_FILE} are both set: one of them is enough`);
  return { ...all, ...Object.fromEntries(read) };
};

const secretIn = (name: string, file: string): string => {
  try {
    const value = readFileSync(file, 'utf8').trim();
    if (value !== '') return value;
  } catch (error) {
    throw new CannotStart(`${name}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  throw new CannotStart(`${name}: ${file} is empty`);
};

/** @throws CannotStart naming the variable that is wrong or missing. */
export const readPortsConfig = (environment: Surroundings): PortsConfig => {
  const parsed = Environment.safeParse(given(environment));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new CannotStart(`${path.join('.')}: ${message}`);
  }
  const env = parsed.data;
  const missing = NEEDED.filter((name) => env[name] === undefined);
  if (env.DOSAR_PROFILE === 'distributed' && missing.length > 0)
    throw new CannotStart(`DOSAR_PROFILE=distributed needs ${listed(missing)} as well`);
  return {
    profile: env.DOSAR_PROFILE,
    dataDir: env.DOSAR_DATA_DIR,
    eventStoreUrl: env.DOSAR_EVENTSTORE_URL ?? null,
    mongoUrl: env.DOSAR_MONGODB_URL ?? null,
    vaultUrl: env.DOSAR_VAULT_MONGODB_URL ?? null,
    s3Url: env.DOSAR_S3_URL ?? null,
    natsUrl: env.DOSAR_NATS_URL ?? null,
    searchUrl: env.DOSAR_MEILISEARCH_URL ?? null,
    searchKey: env.DOSAR_MEILISEARCH_KEY ?? null,
    smtpUrl: env.DOSAR_SMTP_URL ?? null,
    publicUrl: (env.DOSAR_PUBLIC_URL ?? `http://localhost:${env.DOSAR_PORT}`).replace(/\/$/, ''),
    mailFrom: env.DOSAR_MAIL_FROM,
    registerUrl: typeof env.DOSAR_ANAF === 'string' ? env.DOSAR_ANAF : env.DOSAR_ANAF ? ANAF_URL : null,
    masterKeys: env.DOSAR_MASTER_KEY?.split(',') ?? [],
    logLevel: env.DOSAR_LOG_LEVEL,
  };
};

const listed = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0]!;
