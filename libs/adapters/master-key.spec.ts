import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { masterKeysOf, newMasterKey, writeMasterKeys } from './master-key';

describe('the master key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dosar-'));
  const config = { dataDir: folder, masterKeys: [] };
  afterAll(() => rmSync(folder, { recursive: true }));
  it('is made once, and is nobody else’s to read', () => {
    const [key] = masterKeysOf(config);
    expect(key).toHaveLength(32);
    expect(masterKeysOf(config)).toEqual([key]);
    expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'master.key'), 'utf8').trim()).toBe(key!.toString('hex'));
  });
  it.each(['log.db', 'vault.db', 'blobs/0a/0a5f'])('is never made anew for a %s of another one', (name) => {
    const file = join(folder, name);
    rmSync(join(folder, 'master.key'), { force: true });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    expect(() => masterKeysOf(config)).toThrow('master.key is missing');
    expect(existsSync(join(folder, 'master.key'))).toBe(false);
    rmSync(file);
    // an interrupted first start leaves empty folders
    expect(masterKeysOf(config)).toHaveLength(1);
  });
  it('has a successor beside it while it is replaced, and the configuration’s goes first', () => {
    const keys = [newMasterKey(), newMasterKey()];
    writeMasterKeys(config, keys);
    expect(masterKeysOf(config)).toEqual(keys);
    expect(masterKeysOf({ ...config, masterKeys: ['0f'.repeat(32)] })).toEqual([Buffer.alloc(32, 15)]);
  });
  it('that cannot be one is refused', () => {
    writeFileSync(join(folder, 'master.key'), 'nonsense');
    expect(() => masterKeysOf(config)).toThrow('is not a master key');
  });
});
