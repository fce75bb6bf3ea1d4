import { CannotStart, readConfig } from './config';
import { exposureOf, isLoopback } from './exposure';
import { start } from '../start';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

  it('does not start with nobody in it, and says what to set', async () => {
    const starting = start(readConfig(environment));
    await expect(starting).rejects.toThrow(CannotStart);
    await expect(starting).rejects.toThrow(/DOSAR_ADMIN_EMAIL and DOSAR_ADMIN_PASSWORD.*DOSAR_DEMO=1/);
  });
});
