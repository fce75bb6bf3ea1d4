import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotStart, readConfig } from './config';

describe('the configuration', () => {
  it('is an embedded demo on this machine when nothing is said', () =>
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      admin: null,
      demo: true,
      publicUrl: 'http://localhost:3000',
      limits: true,
      timeZone: 'Europe/Bucharest',
    }));
  it('has no demo when there is an administrator, unless it is asked for', () => {
    const admin = { DOSAR_ADMIN_EMAIL: 'a@b.ro', DOSAR_ADMIN_PASSWORD: 'Parola-Lunga-1' };
    expect(readConfig(admin)).toMatchObject({ admin: { email: 'a@b.ro' }, demo: false });
    expect(readConfig({ ...admin, DOSAR_DEMO: '1' }).demo).toBe(true);
    expect(readConfig({ DOSAR_DEMO: '0' }).demo).toBe(false);
  });
  it('takes an empty variable for none', () =>
    expect(readConfig({ DOSAR_PORT: '', DOSAR_ADMIN_EMAIL: '' })).toMatchObject({ port: 3000, admin: null }));
  it('takes a secret from a file, which is not in the environment of what it starts', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'dosar-secret-')), 'master-key');
    writeFileSync(file, `${'ab'.repeat(32)}\n`);
    expect(readConfig({ DOSAR_MASTER_KEY_FILE: file }).masterKeys).toEqual(['ab'.repeat(32)]);
    expect(() => readConfig({ DOSAR_MASTER_KEY_FILE: file, DOSAR_MASTER_KEY: 'ab'.repeat(32) })).toThrow('both set');
    expect(() => readConfig({ DOSAR_MASTER_KEY_FILE: `${file}.gone` })).toThrow(
      /DOSAR_MASTER_KEY_FILE: .* cannot be read \(ENOENT\)/,
    );
    writeFileSync(file, '\n');
    expect(() => readConfig({ DOSAR_MASTER_KEY_FILE: file })).toThrow('is empty');
  });
  it('asks the register of ANAF only when told to, or another that answers alike', () => {
    expect(readConfig({}).registerUrl).toBeNull();
    expect(readConfig({ DOSAR_ANAF: 'off' }).registerUrl).toBeNull();
    expect(readConfig({ DOSAR_ANAF: 'on' }).registerUrl).toMatch(/^https:\/\/webservicesp\.anaf\.ro\//);
    expect(readConfig({ DOSAR_ANAF: 'http://127.0.0.1:9/tva' }).registerUrl).toBe('http://127.0.0.1:9/tva');
  });
  it.each([
    [{ DOSAR_PORT: 'x' }, 'DOSAR_PORT'],
    [{ DOSAR_PORT: '70000' }, 'DOSAR_PORT'],
    [{ DOSAR_ADMIN_EMAIL: 'a@b.ro' }, 'go together'],
    [{ DOSAR_ADMIN_EMAIL: 'a@b.ro', DOSAR_ADMIN_PASSWORD: 'scurt' }, 'DOSAR_ADMIN_PASSWORD: At least 8 characters'],
    [{ DOSAR_MASTER_KEY: 'secret' }, 'DOSAR_MASTER_KEY: must be 64 hexadecimal digits'],
    [{ DOSAR_PUBLIC_URL: 'dosar.ro' }, 'DOSAR_PUBLIC_URL'],
    [{ DOSAR_TZ: 'Europa/București' }, 'DOSAR_TZ: is not a time zone'],
    [{ DOSAR_FEATURES: 'chat,teleport' }, 'DOSAR_FEATURES'],
    [{ DOSAR_PROFILE: 'cloud' }, 'DOSAR_PROFILE'],
    [{ DOSAR_OCR: 'on' }, 'DOSAR_OCR'],
    [{ DOSAR_ANAF: 'anaf.ro' }, 'DOSAR_ANAF'],
  ])('refuses %j in one sentence', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(CannotStart);
    expect(() => readConfig(environment)).toThrow(sentence);
  });
});
