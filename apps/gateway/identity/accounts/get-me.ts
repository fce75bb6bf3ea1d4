import { authApi, type Me } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { users } from '@dosar/domain/identity/users.projector';
import type { Json } from '../../platform/http/json';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { UserPresenter } from './user-presenter';

/** The signed-in user, and what this installation offers them. */
export const shownMe = async ({ call, installation, rows, use }: UseCaseContext): Promise<Json> => {
  const { config, access, ports } = installation;
  const row = await rows.must(users, call.caller.id);
  // deleted or no longer visible clients are left out, since links to them would fail
  const pinned = access.visibleTo(call.caller, rowIn(row.json).pinned_clients);
  const offered = {
    features: [...config.features],
    settings: access.settings(),
    company_lookup: ports.companies !== null,
    mail_server: config.smtpUrl !== null,
    pinned_clients: pinned,
  };
  const shown = (json: string): string => JSON.stringify({ ...use(UserPresenter).user(json), ...offered } satisfies Me);
  return rows.one(call, users, row, { name: 'user', show: shown, dependsOn: JSON.stringify(offered) });
};

export const getMe = useCase(authApi.me, (_, context) => shownMe(context));
