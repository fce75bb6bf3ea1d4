import { memorySignals } from '@dosar/kernel/memory/signals';
import type { Signals } from '@dosar/kernel/runtime';
import { Ephemeral, EPHEMERAL_TOPIC } from './ephemeral';
import type { Installation } from '../hosting/installation';
import { Metrics } from '../hosting/metrics';
import { ConnectionRegistry } from './connection-registry';
import { Presence } from './presence';
import { PresenceNews } from './presence-news';

const ANA = 'ana';
const GRACE_MS = 2_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** One of several gateways over the same signals. */
const aGateway = (signals: Signals) => {
  const metrics = new Metrics();
  const installation = { ports: { signals }, access: { user: () => undefined }, metrics } as unknown as Installation;
  const lines = new ConnectionRegistry(installation);
  const presence = new Presence(installation, lines);
  const news = new PresenceNews(installation, lines, presence, new Ephemeral(installation));
  const stop = () => {
    for (const each of [news, presence, lines]) each.onModuleDestroy();
  };
  return { lines, presence, stop };
};

/** Everything announced about presence. */
const newsOver = (signals: Signals): string[] => {
  const told: string[] = [];
  signals.listen((signal) => {
    if (signal.kind !== 'ephemeral' || signal.topic !== EPHEMERAL_TOPIC) return;
    told.push((signal.body as { body: { status: string } }).body.status);
  });
  return told;
};

it('a line that says something of its user before it is welcomed is not overheard', () => {
  const { lines, stop } = aGateway(memorySignals());
  lines.set(ANA, 'phone', 'away');
  lines.open(ANA, 'phone');
  expect(lines.of(ANA)).toBe('away');
  stop();
});

it('of one line among several that changes nothing, nobody is told', () => {
  const signals = memorySignals();
  const sent = jest.spyOn(signals, 'send');
  const { lines, stop } = aGateway(signals);
  lines.open(ANA, 'phone');
  sent.mockClear();
  lines.open(ANA, 'desk');
  lines.set(ANA, 'desk', 'away');
  lines.close(ANA, 'desk');
  expect([sent.mock.calls, lines.of(ANA)]).toEqual([[], 'online']);
  lines.close(ANA, 'phone');
  expect([sent.mock.calls.length, lines.of(ANA)]).toEqual([1, null]);
  stop();
});

describe('of somebody who goes from one gateway to another', () => {
  it('each coming and going is told once', async () => {
    const signals = memorySignals();
    const told = newsOver(signals);
    const one = aGateway(signals);
    const two = aGateway(signals);
    const pass = () => jest.advanceTimersByTimeAsync(GRACE_MS + 100);

    one.lines.open(ANA, 'phone');
    await pass();
    two.lines.open(ANA, 'desk');
    await pass();
    one.lines.close(ANA, 'phone');
    await pass();
    two.lines.close(ANA, 'desk');
    await pass();
    expect(told).toEqual(['online', 'offline']);
    one.lines.open(ANA, 'phone');
    await pass();
    expect(told).toEqual(['online', 'offline', 'online']);
    for (const { stop } of [one, two]) stop();
  });

  it('that they have gone with a gateway that stopped is told by another', async () => {
    const signals = memorySignals();
    const told = newsOver(signals);
    const one = aGateway(signals);
    const two = aGateway(signals);
    one.lines.open(ANA, 'phone');
    await jest.advanceTimersByTimeAsync(100);
    one.stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect([told, two.presence.of(ANA)]).toEqual([['online', 'offline'], 'offline']);
    two.stop();
  });
});

describe('after signals were lost', () => {
  /** Signals that can be interrupted: what is sent meanwhile is lost. */
  const breakable = () => {
    const signals = memorySignals();
    const line = { isCut: false };
    const send: Signals['send'] = (signal) => {
      if (!line.isCut) signals.send(signal);
    };
    return { line, signals: { ...signals, send } };
  };
  const BEAT_MS = 11_000;

  it('who is there is known again', async () => {
    const { line, signals } = breakable();
    const one = aGateway(signals);
    const two = aGateway(signals);
    one.lines.open(ANA, 'phone');
    await jest.advanceTimersByTimeAsync(100);
    line.isCut = true;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(two.lines.of(ANA)).toBeNull();
    line.isCut = false;
    await jest.advanceTimersByTimeAsync(BEAT_MS);
    expect(two.lines.of(ANA)).toBe('online');
    for (const { stop } of [one, two]) stop();
  });

  it('so is who has gone meanwhile', async () => {
    const { line, signals } = breakable();
    const one = aGateway(signals);
    const two = aGateway(signals);
    one.lines.open(ANA, 'phone');
    await jest.advanceTimersByTimeAsync(100);
    line.isCut = true;
    one.lines.close(ANA, 'phone');
    line.isCut = false;
    await jest.advanceTimersByTimeAsync(BEAT_MS);
    expect([two.lines.of(ANA), two.presence.of(ANA)]).toEqual([null, 'offline']);
    for (const { stop } of [one, two]) stop();
  });
});
