import type { Conversation } from '@dosar/contracts';
import { participants } from '@dosar/domain/conversations/participants.reactor';
import { aFirm, aGateway, memoryPorts } from '../testing/gateway';
import { MissingConversations } from './missing-conversations.job';

it('a client from before there were conversations has one after the next start', async () => {
  const ports = memoryPorts();
  const { on } = participants;
  // as it was then
  Object.assign(participants, { on: Object.fromEntries(Object.keys(on).map((type) => [type, () => []])) });
  const before = await aGateway({}, ports);
  const { admin, bakery, accountant } = await aFirm(before);
  const { id } = bakery.client;
  await admin('post', `/clients/${id}/accountants`, { accountant_ids: [accountant.id] }).expect(200);
  await admin('get', `/conversations/${id}`).expect(404);
  await before.close();
  Object.assign(participants, { on });

  const now = await aGateway({}, ports);
  const job = now.app.get(MissingConversations, { strict: false });
  const { signal } = new AbortController();
  await job.run(signal);
  await job.run(signal);
  const ask = await now.signIn(bakery.user.email!);
  await ask('post', `/conversations/${id}/messages`, { text: 'Bună ziua' }).expect(201);
  const { conversation } = (await ask('get', `/conversations/${id}`).expect(200)).body as {
    conversation: Conversation;
  };
  expect(conversation.participants.map((each) => each.id).sort()).toEqual([bakery.user.id, accountant.id].sort());
  await now.close();
});
