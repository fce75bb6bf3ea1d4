import { MANDATE_LIMITS, mandatesApi, type InputOf } from '@dosar/contracts';
import { mandate, mayLastUntil } from '@dosar/domain/mandates/mandate.decider';
import { mandates } from '@dosar/domain/mandates/mandates.projector';
import type { Access } from '../../platform/access/access';
import { endOf, startOf } from '../../platform/hosting/time';
import { wrongField } from '../../platform/http/problem';
import { Instants } from '../../platform/past/instants';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import type { Write } from '../../platform/writes/writes';
import { Credentials } from '../accounts/credentials';
import { Reservations } from '../reservations/reservations';
import { accountFor } from './auditor-account';

type Body = InputOf<typeof mandatesApi.appoint>['body'];

export const appointAuditor = useCase(mandatesApi.appoint, async ({ body }, context) => {
  const { call, installation, writes, use } = context;
  const appointed = appointedOf(installation.access, body);
  await mustHaveBegun(use(Instants), appointed.period.to);
  const write = await writes.begin(call, body);
  // of two who appoint the same person at once, one finds the mandate of the other
  await use(Reservations).holding(['auditors', body.email], () => appoint(context, write, body, appointed));
  return write.reply('mandate', mandates, write.idFor('mandate'));
});

const appoint = async (context: UseCaseContext, write: Write, body: Body, appointed: Appointed): Promise<void> => {
  const { call, installation, use } = context;
  const id = write.idFor('mandate');
  const owner = await use(Credentials).userIdOf(body.email);
  if (owner !== null && owner === call.caller.id) throw wrongField('email', 'own_account');
  const userId = await accountFor(context, { write, id, owner }, body);
  const { position } = await write.handle(mandate, id, { type: 'AppointAuditor', data: { userId, ...appointed } });
  if (position !== null) await installation.access.reach(position);
};

/** @throws Problem naming the field that is wrong */
const appointedOf = (access: Access, { scope, period, purpose, until }: Body) => ({
  scope: scopeOf(access, scope),
  period: periodOf(period),
  purpose,
  until: untilOf(until),
});
type Appointed = ReturnType<typeof appointedOf>;

/** @throws Problem naming the field: what is unknown, or of more than one firm */
const scopeOf = (access: Access, scope: Body['scope']) => {
  if ('firm_id' in scope) {
    if (!access.firm(scope.firm_id)) throw wrongField('scope.firm_id', 'unknown_id');
    return { firmId: scope.firm_id, clientIds: null };
  }
  const clientIds = [...new Set(scope.client_ids)].sort();
  const firms = clientIds.map((id) => {
    const client = access.client(id);
    if (!client) throw wrongField('scope.client_ids', 'unknown_id');
    return client.firmId;
  });
  const firmId = firms[0]!;
  if (firms.some((each) => each !== firmId)) throw wrongField('scope.client_ids', 'one_firm');
  return { firmId, clientIds };
};

/** @throws Problem when it ends before it begins, or begins in the future */
const periodOf = ({ from, to }: Body['period']) => {
  const period = { from: startOf(from).toISOString(), to: endOf(to).toISOString() };
  if (period.to <= period.from) throw wrongField('period.to', 'period_reversed');
  if (Date.parse(period.from) > Date.now()) throw wrongField('period.from', 'in_future');
  return period;
};

/** @throws Problem when the log began after the period: there is nothing that could be looked into */
const mustHaveBegun = async (instants: Instants, end: string): Promise<void> => {
  const last = Date.parse(end) - 1;
  if (last < Date.now()) await instants.of(new Date(last).toISOString(), 'period.to');
};

const untilOf = (asked: string | undefined): string => {
  const now = new Date().toISOString();
  const until = asked === undefined ? Date.now() + MANDATE_LIMITS.usualMs : Date.parse(asked);
  const said = new Date(until).toISOString();
  if (!mayLastUntil(said, now, now)) throw wrongField('until', 'mandate_until');
  return said;
};
