import { z } from 'zod';
import { CannotStart } from '@dosar/adapters/cannot-start';
import { flag, given, readPortsConfig, type Surroundings } from '@dosar/adapters/ports-config';
import { en, Password, ruleOf } from '@dosar/contracts';
import { DecidedBy } from '@dosar/domain/decided-by';

import { isShared } from '../health/exposure';

export { CannotStart };

const Environment = z.object({
  DOSAR_HOST: z.string().default('127.0.0.1'),
  DOSAR_PORT: z.coerce.number<string | number>().int().min(0).max(65_535).default(3000),
  DOSAR_ADMIN_EMAIL: z.email().optional(),
  DOSAR_ADMIN_PASSWORD: z.string().optional(),
  DOSAR_DEMO: flag.optional(),
  DOSAR_LIMITS: flag.default(true),
  /** OCR is used where its programs are installed. */
  DOSAR_OCR: z.enum(['auto', 'off']).default('auto'),
  /** Whoever has it reads the measures from another machine. */
  DOSAR_METRICS_TOKEN: z.string().min(32).optional(),
  /** How many proxies in front are trusted about the caller's address. */
  DOSAR_TRUSTED_PROXIES: z.coerce.number<string | number>().int().min(0).default(0),
});

/** @throws CannotStart naming the variable that is wrong. */
export const readConfig = (environment: Surroundings) => {
  const parsed = Environment.safeParse(given(environment));
  const decidedBy = DecidedBy.safeParse(given(environment));
  if (!parsed.success || !decidedBy.success) {
    const { path, message } = (parsed.error ?? decidedBy.error!).issues[0]!;
    throw new CannotStart(`${path.join('.')}: ${message}`);
  }
  const env = parsed.data;
  if ((env.DOSAR_ADMIN_EMAIL === undefined) !== (env.DOSAR_ADMIN_PASSWORD === undefined))
    throw new CannotStart('DOSAR_ADMIN_EMAIL and DOSAR_ADMIN_PASSWORD go together');
  if (env.DOSAR_ADMIN_PASSWORD !== undefined) mustBeAPassword(env.DOSAR_ADMIN_PASSWORD);
  const admin = env.DOSAR_ADMIN_EMAIL ? { email: env.DOSAR_ADMIN_EMAIL, password: env.DOSAR_ADMIN_PASSWORD! } : null;
  const ports = readPortsConfig(environment);
  const isReached = isShared({ host: env.DOSAR_HOST, publicUrl: ports.publicUrl });
  return {
    ...ports,
    host: env.DOSAR_HOST,
    port: env.DOSAR_PORT,
    admin,
    demo: env.DOSAR_DEMO ?? (admin === null && !isReached),
    /** Neither a first administrator nor a demo is configured. */
    isUnattended: env.DOSAR_DEMO === undefined && admin === null && isReached,
    limits: env.DOSAR_LIMITS,
    ocr: env.DOSAR_OCR,
    ...decidedBy.data,
    metricsToken: env.DOSAR_METRICS_TOKEN ?? null,
    trustedProxies: env.DOSAR_TRUSTED_PROXIES,
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
