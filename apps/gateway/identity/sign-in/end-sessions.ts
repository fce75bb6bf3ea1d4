import { authApi, PEOPLE_LIMITS, type Session } from '@dosar/contracts';
import { rowIn, type RowText } from '@dosar/kernel/runtime';
import { sessions, type SessionRow } from '@dosar/domain/identity/sessions.projector';
import { useCase } from '../../platform/use-cases/use-case';
import { RefreshCookie } from './refresh-cookie';
import { Sessions } from './sessions';

/** The caller's sessions, the most recently used first. */
export const listSessions = useCase(authApi.sessions, (_, { call, installation, rows }) => {
  const { id, sessionId } = call.caller;
  const shown = (json: RowText<SessionRow>): Session => {
    const { user_id: _, ...session } = rowIn(json);
    return { ...session, current: session.id === sessionId };
  };
  const produce = async () => {
    const found = await rows.find(sessions, { where: { user_id: id }, order: [['last_seen', 'desc']] });
    // a session whose proof had expired was never valid; of those opened at the same moment there may briefly be one too
    // many
    const open = found.filter(({ id: each }) => installation.access.session(each)).slice(0, PEOPLE_LIMITS.sessions);
    return JSON.stringify({ sessions: open.map(({ json }) => shown(json)) });
  };
  return rows.part(call, { view: sessions, audience: id }, produce, sessionId);
});

export const endSession = useCase(authApi.endSession, ({ params }, { call, use }) =>
  use(Sessions).endOwn(call, params.id),
);

export const logout = useCase(authApi.logout, async (_, { call, exchange, use }) => {
  await use(Sessions).signOut(call);
  use(RefreshCookie).clear(exchange.reply);
});

export const logoutAll = useCase(authApi.logoutAll, async (_, { call, exchange, use }) => {
  await use(Sessions).endAll(call);
  use(RefreshCookie).clear(exchange.reply);
});
