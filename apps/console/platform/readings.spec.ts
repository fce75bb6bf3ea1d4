/** @jest-environment ./testing/browser.cjs */
import { QueryObserver } from '@tanstack/react-query';
import { firmsApi } from '@dosar/contracts';
import { session } from './api';
import { queries, reading } from './queries';

const firms = reading(firmsApi.list, { query: {} });
const firm = { id: 'f', name: 'Cifra', cui: null, email: null, phone: null, address: null, accountant_scope: 'firm' };
const AT = '2026-01-02T03:04:05.000Z';
const found = () =>
  Response.json({
    firms: [{ ...firm, clients_count: 0, accountants_count: 0, createdAt: AT, updatedAt: AT }],
    total: 1,
    page: 1,
    pageSize: 20,
  });
const refused = (status: number, code: string) => () =>
  Response.json({ error: 'Nu.', code, correlation_id: 'x' }, { status });
const silence = () => {
  throw new TypeError('no line');
};

/** A server with these answers, and its readiness. */
const aServer = (answer: () => Response, isReady = () => true) => {
  const state = { asked: 0, answer };
  globalThis.fetch = async (address) => {
    if ((address as string).endsWith('/health/ready')) return isReady() ? Response.json({ status: 'ok' }) : silence();
    state.asked += 1;
    return state.answer();
  };
  return state;
};

describe('a reading', () => {
  let stop = () => {};
  const watch = () => {
    const observer = new QueryObserver(queries, firms);
    stop = observer.subscribe(() => {});
    return () => observer.getCurrentResult();
  };
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    queries.clear();
  });
  afterEach(() => {
    stop();
    queries.clear();
    jest.useRealTimers();
  });

  it('that nobody answers is tried three times more, and read once the server is back', async () => {
    let isReady = false;
    const server = aServer(silence, () => isReady);
    const shown = watch();
    await pass(900);
    expect(server.asked).toBe(1);
    await pass(2_500);
    expect([server.asked, shown().status]).toEqual([4, 'error']);
    await pass(10_000);
    expect(server.asked).toBe(4);
    isReady = true;
    server.answer = found;
    await pass(2_000);
    expect([server.asked, shown().data?.total]).toEqual([5, 1]);
  });

  it('that is refused is not tried again, and nobody waits for the server', async () => {
    let asked = 0;
    const server = aServer(refused(422, 'VALIDATION_FAILED'), () => ((asked += 1), true));
    const shown = watch();
    await pass(20_000);
    expect([server.asked, asked, shown().status]).toEqual([1, 0, 'error']);
  });

  it.each([
    [403, 'ACCESS_DENIED'],
    [404, 'NOT_FOUND'],
  ])('of what was taken away (%d) shows it no longer, however lately it was read', async (status, code) => {
    const server = aServer(found);
    const shown = watch();
    await pass(0);
    expect(shown().data?.total).toBe(1);
    server.answer = refused(status, code);
    void queries.invalidateQueries({ queryKey: ['firms'] });
    await pass(0);
    expect(shown().data).toBeUndefined();
  });

  it('stays shown while it cannot be read again', async () => {
    const server = aServer(found, () => false);
    const shown = watch();
    await pass(0);
    server.answer = silence;
    void queries.invalidateQueries({ queryKey: ['firms'] });
    await pass(5_000);
    expect([shown().isError, shown().data?.total]).toEqual([true, 1]);
  });

  it('of one person is not there for the next', async () => {
    aServer(found);
    session.open({ token: 'mine', expires_at: new Date(Date.now() + 60_000).toISOString() });
    watch();
    await pass(0);
    session.close();
    expect(queries.getQueryData(firms.queryKey)).toBeUndefined();
  });
});
