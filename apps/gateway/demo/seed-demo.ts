import { CommandBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Role } from '@dosar/contracts';
import { notWritten, randomOf, updateIn, type Vault } from '@dosar/kernel/runtime';
import { registerUser } from '../identity/accounts/register-user';
import { Call } from '../platform/access/call';
import type { Installation } from '../platform/hosting/installation';
import { DemoWorkspace } from './demo-workspace';
import { Steps } from './steps';
import { DEMO_ADMIN, DEMO_FIRMS } from './workspace';

export type Account = { readonly email: string; readonly password: string; readonly role: Role };

/** Place in the vault for the parameters of the workspace, so that an interrupted one is continued in the same way. */
const PLACE = 'demo';
type Demo = { readonly password: string; readonly isDone: boolean };

export const readDemo = async (vault: Vault): Promise<Demo | null> => {
  const kept = await vault.get(PLACE);
  return kept === null ? null : (JSON.parse(kept) as Demo);
};

/** One password for all accounts of a workspace, different in each workspace. */
const newPassword = () => `Dosar-${randomOf(4).toString('hex')}-2026`;

/** Registers the configured administrator when there is no user yet. @returns whether there was none */
export const registerAdministrator = async (
  app: NestFastifyApplication,
  { config, access, log }: Installation,
): Promise<boolean> => {
  const isNew = notWritten(log) === null && access.all('user').next().done === true;
  if (config.admin === null || !isNew) return isNew;
  const call = Call.ofInstallation('administrator');
  const body = { role: 'admin', name: 'Administrator', ...config.admin } as const;
  await app.get(CommandBus).execute(registerUser.message({ body }, call));
  await access.reach(call.work.written!);
  return true;
};

/**
 * Creates a demo workspace in an empty installation, or continues an interrupted one, by the commands that people use, so
 * that its history is real.
 * @returns its accounts; none when there is no workspace.
 */
export const seedDemo = async (
  app: NestFastifyApplication,
  installation: Installation,
  wasNew: boolean,
): Promise<readonly Account[]> => {
  const { config, ports, log, logger } = installation;
  const { vault } = ports;
  if (wasNew && config.demo) await vault.putIfAbsent(PLACE, JSON.stringify({ password: newPassword(), isDone: false }));
  const demo = await readDemo(vault);
  if (!demo) return [];
  if (!demo.isDone && notWritten(log) === null) {
    logger.info('the demo is being made');
    await new DemoWorkspace(new Steps(app, installation, demo.password)).make();
    await updateIn(vault, PLACE, () => JSON.stringify({ ...demo, isDone: true } satisfies Demo));
    logger.info('the demo is made');
  }
  return accountsOf(installation, demo.password);
};

const accountsOf = ({ config }: Installation, password: string): readonly Account[] => {
  const as = (role: Role, { email }: { readonly email: string }) => ({ role, email, password });
  const ofFirms = DEMO_FIRMS.flatMap(({ accountants, clients }) => [
    ...accountants.map((each) => as('accountant', each)),
    ...clients.map(({ person }) => as('user', person)),
  ]);
  return config.admin ? ofFirms : [as('admin', DEMO_ADMIN), ...ofFirms];
};
