import type { Conversation } from '@dosar/contracts';
import { aFirm, aGateway, memoryPorts } from '../../testing/gateway';
import { missingKeys } from './missing-keys';

it('the lost key of a conversation that is nobody’s client is named, and all else goes on', async () => {
  const ports = memoryPorts();
  const before = await aGateway({}, ports);
  const { accountantAsk, bakery } = await aFirm(before);
  const body = { participant_ids: [bakery.user.id] };
  const { conversation } = (await accountantAsk('post', '/conversations', body).expect(201)).body as {
    conversation: Conversation;
  };
  await accountantAsk('post', `/conversations/${conversation.id}/messages`, { text: 'Bună ziua' }).expect(201);
  await missingKeys(before.installation);
  expect(before.installation.findings.of('keys')).toEqual([]);
  await before.close();
  expect(await ports.vault.get(`key/conversation:${conversation.id}/${new Date().getUTCFullYear()}`)).not.toBeNull();
  await ports.vault.remove(`key/conversation:${conversation.id}/${new Date().getUTCFullYear()}`);

  const now = await aGateway({}, ports);
  await missingKeys(now.installation);
  const { body: health } = await (await now.admin())('get', '/health/ready').expect(200);
  const { vault } = (health as { components: Record<string, { status: string; detail?: string }> }).components;
  expect(vault).toEqual({
    status: 'degraded',
    detail: expect.stringMatching(
      new RegExp(
        `^the vault has lost the key conversation:${conversation.id}/${new Date().getUTCFullYear()}: .*restored from its newest backup`,
      ),
    ) as string,
  });
  const ask = await now.signIn(bakery.user.email!);
  await ask('post', `/conversations/${conversation.id}/messages`, { text: 'Nu' }).expect(503);
  await ask('post', `/conversations/${bakery.client.id}/messages`, { text: 'Da' }).expect(201);
  await now.close();
});
