import { Unavailable, type Signal } from '@dosar/kernel/runtime';
import { aProxyConnection } from '../testing/proxy-connection';
import { CannotStart } from '../cannot-start';
import { addressOf } from '../testing/int';
import { natsSignals } from './nats';
import { moved, signalsSuite } from './signals.suite';
import { until } from '@dosar/kernel/testing/waiting';

const address = new URL(addressOf('DOSAR_NATS_URL'));
address.pathname = `/suite-${Date.now()}`;

signalsSuite('NATS', async () => {
  const here = await natsSignals(address.href);
  const there = await natsSignals(address.href);
  const close = async () => {
    await here.close();
    await there.close();
  };
  return { here, there, close };
});

describe('the signals on NATS', () => {
  it('are heard here while the server is out of reach, bother nobody, and are heard again everywhere when it is back', async () => {
    const line = await aProxyConnection(address.hostname, Number(address.port));
    const far = new URL(address.href);
    far.host = `127.0.0.1:${line.port}`;
    const near = await natsSignals(far.href);
    const there = await natsSignals(address.href);
    const seen: { here: Signal[]; there: Signal[] } = { here: [], there: [] };
    near.listen((signal) => seen.here.push(signal));
    there.listen((signal) => seen.there.push(signal));
    await near.reach();

    await line.down();
    await until(() =>
      near.reach().then(
        () => false,
        (error) => error instanceof Unavailable,
      ),
    );
    for (let at = 0; at < 1_000; at += 1) near.send(moved(at));
    expect(seen.here).toHaveLength(1_000);

    await line.up();
    await until(() =>
      near.reach().then(
        () => true,
        () => false,
      ),
    );
    near.send(moved(1_000));
    await until(() => seen.there.length > 0);
    expect(seen.there).toEqual([moved(1_000)]);
    await near.close();
    near.send(moved(1_001));
    await expect(near.reach()).rejects.toThrow(Unavailable);
    await there.close();
    await line.down();
  });

  it.each([
    ['nats://127.0.0.1:1', 'no NATS answers at nats://127.0.0.1:1'],
    ['nats://somebody:secret@127.0.0.1:1', 'no NATS answers at nats://127.0.0.1:1'],
    ['http://127.0.0.1', 'is not an address of NATS'],
  ])('say in a sentence what is wrong with %s', async (wrong, sentence) => {
    const opening = natsSignals(wrong);
    await expect(opening).rejects.toThrow(CannotStart);
    await expect(opening).rejects.toThrow(sentence);
    await expect(opening).rejects.not.toThrow('secret');
  });
});
