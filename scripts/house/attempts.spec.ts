import { spawnSync } from 'node:child_process';
import { ROOT } from './files';

it('every attempt to break the house finds its place (npm run rel:break-attempts tries them)', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/rel/break-attempts.mjs', '--places'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stdout.split('\n').filter((line) => line.startsWith('NO PLACE'))).toEqual([]);
  expect(status).toBe(0);
});
