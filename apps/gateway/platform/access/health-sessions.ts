import { authApi, systemApi, type EndpointSpec } from '@dosar/contracts';
import type { Caller } from './call';
import type { Installation } from '../hosting/installation';

/** How long it lasts, unless the log becomes writable before. */
const LASTS_MS = 12 * 60 * 60 * 1000;
const PLACE = 'health-session/';

/** Endpoints open to a session for health. */
const OPEN_TO_IT: ReadonlySet<EndpointSpec> = new Set<EndpointSpec>([...Object.values(systemApi), authApi.logout]);

export const isOpenToHealth = (spec: EndpointSpec): boolean => OPEN_TO_IT.has(spec);

type Kept = { readonly userId: string; readonly refresh: string; readonly until: number };
type Parts = Pick<Installation, 'access' | 'findings' | 'log'> & {
  readonly ports: Pick<Installation['ports'], 'vault'>;
};

/** Why the log is read-only until somebody repairs it or makes room; null: it is writable, or there is an outage. */
export const unwritable = ({ log, findings }: Pick<Installation, 'log' | 'findings'>): string | null =>
  findings.of('damage')[0] ?? findings.of('hidden')[0] ?? log.refusal ?? log.full;

/**
 * Sessions of administrators while the log is read-only and no session can be recorded: they are only in the vault, give
 * access to health, and end when the log is writable again.
 */
export const healthSessions = (installation: Parts) => {
  const { vault } = installation.ports;
  const administrator = (id: string) => {
    const user = installation.access.user(id);
    return user?.role === 'admin' && user.status === 'active' ? user : null;
  };
  const keptOf = async (sessionId: string): Promise<Kept | null> => {
    if (unwritable(installation) === null) return null;
    const text = await vault.get(PLACE + sessionId);
    const kept = text === null ? null : (JSON.parse(text) as Kept);
    return kept && kept.until > Date.now() && administrator(kept.userId) ? kept : null;
  };

  return {
    /** Whether this is the only session the person can get now. */
    isFor: (userId: string): boolean => unwritable(installation) !== null && administrator(userId) !== null,
    /** @param refresh the digest of its refresh token */
    async open(userId: string, sessionId: string, refresh: string): Promise<void> {
      const kept: Kept = { userId, refresh, until: Date.now() + LASTS_MS };
      await vault.putIfAbsent(PLACE + sessionId, JSON.stringify(kept));
    },
    /** Its user; null when it has ended, or its refresh token is another. */
    async refreshed(sessionId: string, refresh: string): Promise<string | null> {
      const kept = await keptOf(sessionId);
      return kept?.refresh === refresh ? kept.userId : null;
    },
    async callerOf(userId: string, sessionId: string): Promise<Caller | null> {
      const kept = await keptOf(sessionId);
      const user = kept?.userId === userId ? administrator(userId) : null;
      if (!user) return null;
      const { role, firmId, clientIds, mandate } = user;
      return { id: userId, role, firmId, clientIds, mandate, sessionId, isForHealth: true };
    },
    end: (sessionId: string): Promise<void> => vault.remove(PLACE + sessionId),
    /** Removes ended ones. */
    async sweep(): Promise<void> {
      for await (const [place, text] of vault.all(PLACE))
        if (unwritable(installation) === null || (JSON.parse(text) as Kept).until < Date.now())
          await vault.remove(place);
    },
  };
};
