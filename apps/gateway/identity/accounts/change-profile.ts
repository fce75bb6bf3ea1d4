import { authApi } from '@dosar/contracts';
import { user } from '@dosar/domain/identity/user.decider';
import type { Json } from '../../platform/http/json';
import { wrongField } from '../../platform/http/problem';
import type { CallerReads } from '../../platform/reads/reads';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { shownMe } from './get-me';

/** The caller's own name, phone, preferences and pinned clients. */
export const changeProfile = useCase(authApi.changeMe, async ({ body: changes }, context) => {
  const { call, writes } = context;
  const { pinned_clients: pinned, ...profile } = changes;
  mustSee(context.reads, pinned ?? []);
  const write = await writes.begin(call, changes);
  await write.handle(user, call.caller.id, { type: 'ChangeProfile', data: { ...profile, ...(pinned && { pinned }) } });
  return shown(context);
});

/** @throws Problem when the caller does not see one of these clients. */
const mustSee = (reads: CallerReads, clientIds: readonly string[]): void => {
  if (clientIds.some((id) => !reads.client(id))) throw wrongField('pinned_clients', 'unknown_id');
};

const shown = async (context: UseCaseContext): Promise<Json> => {
  await context.writes.visible(context.call);
  return shownMe(context);
};
