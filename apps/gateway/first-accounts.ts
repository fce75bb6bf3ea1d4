import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { isOutage, untilDone } from '@dosar/kernel/runtime';
import { registerAdministrator, seedDemo, type Account } from './demo/seed-demo';
import type { Installation } from './platform/hosting/installation';

/** Creates the first administrator and the demo; after an outage this is resumed. */
export const firstAccounts = async (
  app: NestFastifyApplication,
  installation: Installation,
  signal: AbortSignal,
): Promise<readonly Account[]> => {
  let wasNew = false;
  let accounts: readonly Account[] = [];
  const make = async () => {
    wasNew = (await registerAdministrator(app, installation)) || wasNew;
    accounts = await seedDemo(app, installation, wasNew);
  };
  const failed = (error: Error) =>
    installation.logger.error({ err: error }, 'the first accounts are not made yet: it is tried again');
  await untilDone(make, signal, failed, isOutage);
  return accounts;
};
