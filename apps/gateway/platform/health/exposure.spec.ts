import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { masterKeysOf } from '@dosar/adapters/master-key';
import { openPorts } from '@dosar/adapters/open-ports';
import { projectors } from '@dosar/domain/registry';
import { start } from '../../start';
import { CannotStart, readConfig } from '../hosting/config';
import { exposureOf, isLoopback } from './exposure';

const told = (environment: Record<string, string>, userId: number | null = 1000) =>
  exposureOf(readConfig(environment), userId).map((sentence) => sentence.split(/[ :]/)[0]);
const ADMIN = { DOSAR_ADMIN_EMAIL: 'a@b.ro', DOSAR_ADMIN_PASSWORD: 'Parola-Lunga-1' };
const OPEN = { DOSAR_HOST: '0.0.0.0' };
const HTTPS = { DOSAR_PUBLIC_URL: 'https://dosar.example.ro' };

describe('what is told at the start', () => {
  it.each([
    ['nothing on this machine alone', {}, []],
    ['nothing behind a proxy with TLS', { ...ADMIN, ...HTTPS }, []],
    ['that other machines reach it', { ...ADMIN, ...OPEN, ...HTTPS }, ['DOSAR_HOST']],
    ['that its links are plain HTTP', { ...ADMIN, DOSAR_PUBLIC_URL: 'http://dosar.lan' }, ['DOSAR_PUBLIC_URL']],
    ['that they reach a demo', { ...OPEN, ...HTTPS, DOSAR_DEMO: '1' }, ['DOSAR_HOST', 'DOSAR_DEMO']],
    ['that they reach a demo behind a proxy', { ...HTTPS, DOSAR_DEMO: '1' }, ['DOSAR_DEMO']],
  ])('is %s', (_, environment, sentences) => expect(told(environment as Record<string, string>)).toEqual(sentences));

  it('is that it runs as root', () => {
    expect(told({}, 0)).toEqual(['Dosar']);
    expect(told({}, null)).toEqual([]);
  });

  it.each([
    ['127.0.0.1', true],
    ['127.9.8.7', true],
    ['localhost', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.1.5', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.example', false],
  ])('takes %s for this machine: %s', (host, isOwn) => expect(isLoopback(host)).toBe(isOwn));
});

describe('an empty installation that other machines would reach', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dosar-exposure-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const environment = { ...OPEN, DOSAR_PORT: '0', DOSAR_DATA_DIR: folder, DOSAR_LOG_LEVEL: 'silent' };

  it('has a demo only when it was asked for', () => {
    expect(readConfig(OPEN).demo).toBe(false);
    expect(readConfig({ ...OPEN, DOSAR_DEMO: '1' }).demo).toBe(true);
    expect(readConfig({ DOSAR_HOST: '::1' }).demo).toBe(true);
  });

  it.each(['https://dosar.example.ro', 'http://192.168.1.5:3000', 'http://dosar.lan'])(
    'has none behind a proxy either: %s',
    async (url) => {
      const config = readConfig({ ...environment, DOSAR_HOST: '127.0.0.1', DOSAR_PUBLIC_URL: url });
      expect(config.demo).toBe(false);
      await expect(start(config)).rejects.toThrow(/DOSAR_ADMIN_EMAIL/);
    },
  );

  it('does not start with nobody in it, and says what to set', async () => {
    const starting = start(readConfig(environment));
    await expect(starting).rejects.toThrow(CannotStart);
    await expect(starting).rejects.toThrow(/DOSAR_ADMIN_EMAIL and DOSAR_ADMIN_PASSWORD.*DOSAR_DEMO=1/);
  });
});

describe('a demo that was made for this machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dosar-exposure-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const local = { DOSAR_PORT: '0', DOSAR_DATA_DIR: folder, DOSAR_LOG_LEVEL: 'silent' };
  beforeAll(async () => {
    const config = readConfig(local);
    masterKeysOf(config);
    const { vault, close } = await openPorts(config, projectors, {});
    await vault.putIfAbsent('demo', JSON.stringify({ password: 'Dosar-1234-2026', isDone: true }));
    await close();
  });

  it.each([
    ['by its address', OPEN],
    ['behind a proxy', HTTPS],
    ['with an administrator', { ...ADMIN, ...OPEN }],
    ['without a new one', { ...OPEN, DOSAR_DEMO: '0' }],
  ])('is not opened to other machines without being asked for: %s', async (_, more) => {
    await expect(start(readConfig({ ...local, ...more }))).rejects.toThrow(/a demo workspace is in.*DOSAR_DEMO=1/);
  });
});
