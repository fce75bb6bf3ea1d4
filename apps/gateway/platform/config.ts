import { z } from 'zod';
import { en, FEATURES, Feature, Password, ruleOf } from '@dosar/contracts';

/** Something about the surroundings keeps Dosar from starting; the message says what, to a person. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

const flag = z.enum(['0', '1', 'on', 'off']).transform((value) => value === '1' || value === 'on');

const Environment = z.object({
  DOSAR_PROFILE: z.enum(['embedded', 'distributed']).default('embedded'),
  DOSAR_HOST: z.string().default('127.0.0.1'),
  DOSAR_PORT: z.coerce.number<string | number>().int().min(0).max(65_535).default(3000),
  DOSAR_DATA_DIR: z.string().default('./data'),
  DOSAR_ADMIN_EMAIL: z.email().optional(),
  DOSAR_ADMIN_PASSWORD: z.string().optional(),
  DOSAR_DEMO: flag.optional(),
  DOSAR_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  DOSAR_MAIL_FROM: z.string().default('Dosar <dosar@localhost>'),
  DOSAR_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DOSAR_MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (openssl rand -hex 32)')
    .optional(),
  DOSAR_LIMITS: flag.default(true),
  DOSAR_FEATURES: z
    .string()
    .transform((list) => list.split(',').map((each) => each.trim()))
    .pipe(z.array(Feature))
    .optional(),
  DOSAR_TZ: z
    .string()
    .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'is not a time zone')
    .default('Europe/Bucharest'),
  /** How many proxies stand in front and are believed about the caller's address. */
  DOSAR_TRUSTED_PROXIES: z.coerce.number<string | number>().int().min(0).default(0),
  DOSAR_LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
});

/** @throws CannotStart naming the variable that is wrong. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>) => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new CannotStart(`${path.join('.')}: ${message}`);
  }
  const env = parsed.data;
  if ((env.DOSAR_ADMIN_EMAIL === undefined) !== (env.DOSAR_ADMIN_PASSWORD === undefined))
    throw new CannotStart('DOSAR_ADMIN_EMAIL and DOSAR_ADMIN_PASSWORD go together');
  if (env.DOSAR_ADMIN_PASSWORD !== undefined) mustBeAPassword(env.DOSAR_ADMIN_PASSWORD);
  const admin = env.DOSAR_ADMIN_EMAIL ? { email: env.DOSAR_ADMIN_EMAIL, password: env.DOSAR_ADMIN_PASSWORD! } : null;
  return {
    host: env.DOSAR_HOST,
    port: env.DOSAR_PORT,
    dataDir: env.DOSAR_DATA_DIR,
    admin,
    demo: env.DOSAR_DEMO ?? admin === null,
    smtpUrl: env.DOSAR_SMTP_URL ?? null,
    mailFrom: env.DOSAR_MAIL_FROM,
    publicUrl: (env.DOSAR_PUBLIC_URL ?? `http://localhost:${env.DOSAR_PORT}`).replace(/\/$/, ''),
    masterKey: env.DOSAR_MASTER_KEY ? Buffer.from(env.DOSAR_MASTER_KEY, 'hex') : null,
    limits: env.DOSAR_LIMITS,
    features: env.DOSAR_FEATURES ?? FEATURES,
    timeZone: env.DOSAR_TZ,
    trustedProxies: env.DOSAR_TRUSTED_PROXIES,
    logLevel: env.DOSAR_LOG_LEVEL,
  } as const;
};

export type Config = ReturnType<typeof readConfig>;

const mustBeAPassword = (given: string): void => {
  const issue = Password.safeParse(given).error?.issues[0];
  if (!issue) return;
  const { rule, values } = ruleOf(issue);
  const sentence = (en.rules as Record<string, string>)[rule]!.replace(/{{(\w+)}}/g, (_, name: string) =>
    String(values[name]),
  );
  throw new CannotStart(`DOSAR_ADMIN_PASSWORD: ${sentence}`);
};
