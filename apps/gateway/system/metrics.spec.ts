import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteBackup } from '@dosar/kernel/runtime';
import { aFirm, aGateway, type Gateway } from '../testing/gateway';

const TOKEN = 'a token of thirty-two characters and more';

/** The values by name and labels. */
const read = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );

describe('the measures', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    const DOSAR_DATA_DIR = mkdtempSync(join(tmpdir(), 'dosar-metrics-'));
    gateway = await aGateway({ DOSAR_DATA_DIR, DOSAR_METRICS_TOKEN: TOKEN });
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());
  const looked = async () => read((await gateway.anonymous('get', '/metrics').expect(200)).text);

  it('count calls by their route, and commands by their outcome', async () => {
    const before = await looked();
    const { ask, client } = firm.bakery;
    await ask('post', '/folders', { name: 'Martie', client_id: client.id }).expect(201);
    await ask('post', '/folders', { name: 'Martie', client_id: client.id }).expect(409);
    await ask('get', '/folders/01900000-0000-7000-8000-000000000000').expect(404);
    const now = await looked();
    const more = (name: string) => (now.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(more('dosar_http_requests_total{method="POST",route="/api/folders",status="201"}')).toBe(1);
    expect(more('dosar_http_requests_total{method="POST",route="/api/folders",status="409"}')).toBe(1);
    expect(more('dosar_http_requests_total{method="GET",route="/api/folders/:id",status="404"}')).toBe(1);
    expect(more('dosar_http_request_duration_seconds_count{method="POST",route="/api/folders"}')).toBe(2);
    expect(more('dosar_commands_total{outcome="refused"}')).toBe(1);
    expect(more('dosar_commands_total{outcome="done"}')).toBe(1);
    expect(more('dosar_events_appended_total')).toBeGreaterThan(0);
    expect(more('dosar_append_duration_seconds_count')).toBeGreaterThan(0);
  });

  it('say of each part what health says', async () => {
    const { components } = (await firm.admin('get', '/health/details').expect(200)).body as {
      components: Record<string, { status: string }>;
    };
    const now = await looked();
    for (const [component, { status }] of Object.entries(components))
      for (const state of ['ok', 'degraded', 'unavailable'])
        expect([component, state, now.get(`dosar_component_state{component="${component}",state="${state}"}`)]).toEqual(
          [component, state, Number(state === status)],
        );
    expect(now.get('dosar_view_lag{view="folders"}')).toBe(0);
    expect(now.get('dosar_stopped')).toBe(0);
    expect(now.get('dosar_disk_free_bytes')).toBeGreaterThan(0);
    expect(now.get('dosar_queue_waiting{queue="texts"}')).toBe(0);
    // no backup was made: it has no time
    expect([...now.keys()].filter((name) => name.startsWith('dosar_backup_timestamp'))).toEqual([]);
  });

  it('have few series, whatever is asked for', async () => {
    const before = (await looked()).size;
    for (let at = 0; at < 50; at += 1) await gateway.anonymous('get', `/nothing/${at}`).expect(404);
    for (let at = 0; at < 50; at += 1) await firm.admin('get', `/files/01900000-0000-7000-8000-0000000000${10 + at}`);
    expect((await looked()).size - before).toBeLessThan(40);
  });

  it('bear no name, address or id of anybody', async () => {
    const { text } = await gateway.anonymous('get', '/metrics').expect(200);
    expect(text).not.toMatch(/@|[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it.each([
    ['who comes through a proxy that is not trusted', { 'x-forwarded-for': '127.0.0.1' }],
    ['who has another token', { 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${TOKEN.replace('a', 'b')}` }],
    ['who is signed in alone', { 'x-forwarded-for': '203.0.113.7', authorization: 'Bearer e30.e30.e30' }],
  ])('are not there for %s', async (_, headers) => {
    await gateway.anonymous('get', '/metrics').set(headers).expect(404);
  });

  it.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/dosar.json'])('are all that %s looks at', async (file) => {
    await noteBackup(gateway.ports.vault, { madeAt: '2026-09-14T00:15:00.000Z', position: '1' });
    const there = new Set(
      [...(await looked()).keys()].map((name) => name.replace(/{.*/, '').replace(/_(bucket|count|sum)$/, '')),
    );
    const text = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
    const asked = new Set(
      [...text.matchAll(/\b(?:dosar|process|nodejs)_[a-z_0-9]+/g)].map(([name]) => name.replace(/_bucket$/, '')),
    );
    expect(asked.size).toBeGreaterThan(15);
    // counts begin with what they count
    const counted = ['dosar_reader_starts_total', 'dosar_reader_faults_total'];
    expect([...asked].filter((name) => !there.has(name) && !counted.includes(name))).toEqual([]);
  });

  it('are there for whoever has the token, from wherever', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${TOKEN}` };
    const { text, headers: told } = await gateway.anonymous('get', '/metrics').set(headers).expect(200);
    expect(told['content-type']).toMatch(/^text\/plain/);
    expect(text).toContain('process_cpu_seconds_total');
  });
});
