import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { aFolder } from './testing/folder';
import { FolderInUse, lockFolder } from './folder-lock';

/** Another process that locks the folder until it is killed. */
const anotherProcess = async (folder: string) => {
  const code = `
    const { DatabaseSync } = require('@photostructure/sqlite');
    const db = new DatabaseSync(${JSON.stringify(folder)} + '/dosar.lock');
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    require('node:fs').writeFileSync(${JSON.stringify(folder)} + '/dosar.pid', String(process.pid));
    console.log('held');
    setInterval(() => db, 1000);`;
  const child = spawn(process.execPath, ['-e', code], { cwd: __dirname, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
};

describe('the lock of the data folder', () => {
  it('refuses a second process with a sentence that says who has it, and is gone with its holder', async () => {
    const { folder, remove } = await aFolder();
    const holder = await anotherProcess(folder);
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    expect(() => lockFolder(folder)).toThrow(`process ${holder.pid}`);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    lockFolder(folder).release();
    lockFolder(folder).release();
    await remove();
  });
});
