import { LoopTurns } from './loop-turns';

const person = (id: string, ...clientIds: string[]) => ({
  ip: '127.0.0.1',
  actor: { id, role: 'user' as const, firmId: null, clientIds, mandate: null, sessionId: id },
});

describe('calls that come all at once', () => {
  const began = async (...calls: readonly Parameters<LoopTurns['mayBegin']>[0][]) => {
    const turns = new LoopTurns();
    const order: string[] = [];
    let turn = 0;
    let isOver = false;
    const count = () => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const all = calls.map(async (call) => {
      await turns.mayBegin(call);
      order.push(`${call.actor?.id ?? call.ip} in turn ${turn}`);
    });
    await Promise.all(all);
    isOver = true;
    return order;
  };

  it('begin one of a company in a turn of the loop, whoever of it asks, and another has its turn at once', async () => {
    const order = await began(
      person('ana', 'brutărie'),
      person('dan', 'brutărie'),
      person('ana', 'brutărie'),
      person('bogdan', 'moară'),
    );
    expect(order).toEqual(['ana in turn 0', 'bogdan in turn 0', 'dan in turn 1', 'ana in turn 2']);
  });

  it('begin one of a person of no company, and of an address, in a turn of the loop', async () => {
    const stranger = (ip: string) => ({ ip, actor: null });
    const order = await began(person('elena'), person('elena'), stranger('10.0.0.1'), stranger('10.0.0.1'));
    expect(order).toEqual(['elena in turn 0', '10.0.0.1 in turn 0', 'elena in turn 1', '10.0.0.1 in turn 1']);
  });
});
