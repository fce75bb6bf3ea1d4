import { SUBSCRIPTIONS, Subscriptions } from './subscriptions';

it('a session that asks for what it hears already changes nothing but what it leaves first', () => {
  const asked = new Subscriptions();
  const ask = (conversationId: string) =>
    asked.hear({ kind: 'ephemeral', topic: SUBSCRIPTIONS, body: { sessionId: 's', to: { conversationId } } });
  expect([ask('a'), ask('b'), ask('a')]).toEqual(['s', 's', null]);
  for (let more = 0; more < 9; more += 1) ask(`more ${more}`);
  expect(asked.of('s')).toContainEqual({ conversationId: 'a' });
  expect(asked.of('s')).not.toContainEqual({ conversationId: 'b' });
});
