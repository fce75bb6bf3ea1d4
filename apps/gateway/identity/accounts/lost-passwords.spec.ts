import { aFirm, aGateway, ADMIN, PASSWORD } from '../../testing/gateway';
import { LostPasswords } from './lost-passwords.job';

it('passwords that the vault has lost are counted and named in health, and whoever is signed in goes on', async () => {
  const gateway = await aGateway();
  const { admin, bakery } = await aFirm(gateway);
  const { vault } = gateway.ports;
  const look = () => gateway.app.get(LostPasswords).run();
  const said = async () => {
    const { body } = await admin('get', '/health/ready').expect(200);
    return (body as { components: Record<string, { status: string; detail?: string }> }).components['vault'];
  };
  await look();
  expect(await said()).toEqual({ status: 'ok' });

  const places: string[] = [];
  for await (const [place] of vault.all('credential/')) places.push(place);
  const own = places.filter((place) => place.startsWith(`credential/${bakery.user.id}/`));
  const remove = async (some: readonly string[]) => {
    for (const place of some) await vault.remove(place);
  };
  await remove(own);
  await look();
  expect(await said()).toEqual({
    status: 'degraded',
    detail: expect.stringMatching(
      new RegExp(`^the vault has lost the passwords of 1 of 4 people \\(${bakery.user.id}\\): .*newest backup`),
    ) as string,
  });
  await remove(places);
  await look();
  expect((await said())!.detail).toMatch(/^the vault has lost the passwords of 4 of 4 people/);
  await gateway.anonymous('post', '/auth/login', ADMIN).expect(401);
  await bakery.ask('post', '/folders', { name: 'Acte' }).expect(201);

  // a user with a new password is not reported any more
  await admin('patch', `/users/${bakery.user.id}`, { password: `${PASSWORD}-2` }).expect(200);
  await look();
  expect((await said())!.detail).toMatch(/^the vault has lost the passwords of 3 of 4 people/);
  await gateway.close();
});
