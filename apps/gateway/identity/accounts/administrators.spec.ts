import fc from 'fast-check';
import type { Problem, SignedIn, User } from '@dosar/contracts';
import { newId } from '@dosar/kernel/runtime';
import { ADMIN, aFirm, aGateway, later, memoryPorts, PASSWORD, type Ask } from '../../testing/gateway';
import { late } from '../../testing/late';
import { Reservations } from '../reservations/reservations';

type Administrator = { readonly id: string; readonly email: string; readonly password: string };

/** Which of two administrators removes which, how, and at which of two gateways. */
const removals = fc.tuple(
  ...[0, 1].map((who) =>
    fc.record({
      who: fc.constant(who),
      whom: fc.nat({ max: 1 }),
      how: fc.constantFrom('delete', 'deactivate', 'demote' as const),
      at: fc.nat({ max: 1 }),
    }),
  ),
);

describe('of administrators who take each other away', () => {
  it('one stays, at however many gateways they do it', async () => {
    const ports = memoryPorts();
    const first = await aGateway({}, ports);
    const second = await aGateway({}, { ...ports, ...late(ports) }, { isBeside: true });
    const { bakery } = await aFirm(first);
    const { user } = (await (await first.admin())('get', '/users/me')).body as { user: User };
    let left: Administrator = { id: user.id, ...ADMIN };
    let made = 0;

    /** Signed in at both gateways, each of which waits for what the other has written. */
    const signIn = async ({ email, password }: Administrator): Promise<readonly Ask[]> => {
      const answer = await first.anonymous('post', '/auth/login', { email, password }).expect(200);
      const asks = [first, second].map((gateway) => gateway.as((answer.body as SignedIn).token));
      const newest = { 'x-consistency-token': answer.headers['x-consistency-token']! };
      for (const ask of asks) await ask('get', '/users/me', undefined, newest).expect(200);
      return asks;
    };
    const remove = (ask: Ask, id: string, how: 'delete' | 'deactivate' | 'demote') => {
      if (how === 'delete') return ask('delete', `/users/${id}`);
      const changes = how === 'demote' ? { role: 'user', client_id: bakery.client.id } : { status: 'inactive' };
      return ask('patch', `/users/${id}`, changes);
    };

    await fc.assert(
      fc.asyncProperty(removals, async (planned) => {
        const [asLeft] = (await signIn(left)) as [Ask];
        const email = `admin.${(made += 1)}@firma.test`;
        const details = { role: 'admin', name: 'Administrator', email, password: PASSWORD };
        const { body } = await asLeft('post', '/users', details).expect(201);
        const administrators = [left, { id: (body as { user: User }).user.id, email, password: PASSWORD }];
        const asks = await Promise.all(administrators.map(signIn));
        const answers = await Promise.all(
          planned.map(({ who, whom, how, at }) => remove(asks[who]![at]!, administrators[whom]!.id, how)),
        );
        // somebody removed meanwhile, or the last one, gets a refusal
        const refused = answers.filter(({ status }) => status >= 400).map(({ body }) => (body as Problem).code);
        expect(['SESSION_EXPIRED', 'NOT_FOUND', 'LAST_ADMINISTRATOR', 'CONFLICT']).toEqual(
          expect.arrayContaining([...new Set(refused)]),
        );
        const staying = await Promise.all(
          administrators.map(async (each, index) =>
            (await asks[index]![0]!('get', '/users?role=admin')).status === 200 ? [each] : [],
          ),
        );
        expect(staying.flat()).not.toEqual([]);
        [left] = staying.flat() as [Administrator];
      }),
      { numRuns: 20, endOnFailure: true },
    );
    await second.close();
    await first.close();
  });

  it('the next can go a minute after a gateway broke down over it', async () => {
    const gateway = await aGateway();
    const admin = await gateway.admin();
    const details = { role: 'admin', name: 'Al Doilea', email: 'doi@firma.test', password: PASSWORD };
    const { user } = (await admin('post', '/users', details).expect(201)).body as { user: User };
    const reservations = gateway.app.get(Reservations, { strict: false });
    expect(await reservations.take(['administrators'], newId())).toBe(true);
    await later(61_000, () => admin('delete', `/users/${user.id}`).expect(204));
    await gateway.close();
  });
});
