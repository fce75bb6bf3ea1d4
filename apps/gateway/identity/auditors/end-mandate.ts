import { mandatesApi, type Mandate, type MandateEnd } from '@dosar/contracts';
import { mandate, mayLastUntil } from '@dosar/domain/mandates/mandate.decider';
import { mandates } from '@dosar/domain/mandates/mandates.projector';
import { user } from '@dosar/domain/identity/user.decider';
import { rowIn } from '@dosar/kernel/runtime';
import type { Access } from '../../platform/access/access';
import type { CommandOrigin } from '../../platform/access/call';
import { wrongField } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { Write } from '../../platform/writes/writes';

export const prolongMandate = useCase(mandatesApi.prolong, async ({ params: { id }, body }, { call, rows, writes }) => {
  const until = new Date(body.until).toISOString();
  mustLast(rowIn((await rows.must(mandates, id)).json), until);
  const write = await writes.begin(call, { id, ...body });
  await write.handle(mandate, id, { type: 'ProlongMandate', data: { until } });
  return write.reply('mandate', mandates, id);
});

/** @throws Problem naming the field; one that has ended is refused as what it is */
const mustLast = ({ ended_at, appointed_at }: Mandate, until: string): void => {
  const now = new Date().toISOString();
  if (ended_at === null && !mayLastUntil(until, appointed_at, now)) throw wrongField('until', 'mandate_until');
};

export const endMandate = useCase(mandatesApi.end, async ({ params: { id } }, { call, installation, rows, writes }) => {
  const { auditor } = rowIn((await rows.must(mandates, id)).json);
  const write = await writes.begin(call, { id });
  await endedWith(write, installation.access, { id, userId: auditor.id, why: 'by_hand' });
  await writes.visible(call);
});

type Ended = { readonly id: string; readonly userId: string; readonly why: MandateEnd };

/** Ends a mandate, which closes everything at once, and the account that was only there for it. @throws Problem */
export const endedWith = async <By extends CommandOrigin>(
  write: Write<By>,
  access: Access,
  { id, userId, why }: Ended,
): Promise<void> => {
  const { position } = await write.handle(mandate, id, { type: 'EndMandate', data: { why } });
  // prolonged meanwhile
  if (position === null || access.user(userId)?.role !== 'auditor') return;
  const data = { status: 'inactive', assignments: [], anotherStays: false } as const;
  await write.sub('account').handle(user, userId, { type: 'ChangeUser', data });
};
