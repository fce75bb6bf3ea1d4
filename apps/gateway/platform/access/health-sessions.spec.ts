import { refuseLog, updateIn } from '@dosar/kernel/runtime';
import { ADMIN, aFirm, aGateway, PASSWORD } from '../../testing/gateway';
import { until } from '@dosar/kernel/testing/waiting';

type SignedIn = { readonly token: string; readonly only?: string };
type Health = { readonly components?: Readonly<Record<string, { readonly detail?: string }>> };

describe('while nothing can be written to the log', () => {
  it('an administrator signs in to health alone, by a session of the vault, until it can be written to again', async () => {
    const gateway = await aGateway();
    const { bakery } = await aFirm(gateway);
    const { vault, events } = gateway.ports;
    await refuseLog(vault, 'the record at position 7 is damaged');
    await until(() => Boolean(gateway.installation.log.refusal));
    const before = await events.head();

    await gateway.anonymous('post', '/auth/login', { ...ADMIN, password: 'Alta-Parola-1' }).expect(401);
    await gateway.anonymous('post', '/auth/login', { email: bakery.user.email, password: PASSWORD }).expect(503);
    const signedIn = await gateway.anonymous('post', '/auth/login', ADMIN).expect(200);
    const { token, only } = signedIn.body as SignedIn;
    expect(only).toBe('health');
    const ask = gateway.as(token);
    const health = (await ask('get', '/health/ready').expect(503)).body as Health;
    expect(health.components!['log']!.detail).toBe('the record at position 7 is damaged');
    expect(((await ask('get', '/health/details').expect(200)).body as Health).components).toEqual(health.components);
    for (const path of ['/users', '/users/me', '/audit/events', '/firms', '/auth/sessions', '/dashboard'])
      await ask('get', path).expect(403);
    await ask('post', '/firms', { name: 'Nu' }).expect(403);
    await ask('patch', '/users/me', { name: 'Nu' }).expect(403);

    const cookie = signedIn.headers['set-cookie']![0]!.split(';')[0]!;
    const refreshed = await gateway.anonymous('post', '/auth/refresh', {}, { cookie }).expect(200);
    expect((refreshed.body as SignedIn).only).toBe('health');
    const other = await gateway.anonymous('post', '/auth/login', ADMIN).expect(200);
    const leaving = gateway.as((other.body as SignedIn).token);
    await leaving('post', '/auth/logout').expect(204);
    expect(((await leaving('get', '/health/ready').expect(503)).body as Health).components).toBeUndefined();
    expect(await events.head()).toBe(before);

    await updateIn(vault, 'log/refused', () => '');
    await until(() => !gateway.installation.log.refusal?.includes('damaged'));
    gateway.installation.log.refusal = null;
    await ask('get', '/users').expect(401);
    await gateway.anonymous('post', '/auth/refresh', {}, { cookie }).expect(401);
    const again = await gateway.anonymous('post', '/auth/login', ADMIN).expect(200);
    expect((again.body as SignedIn).only).toBeUndefined();
    await gateway.close();
  });
});
