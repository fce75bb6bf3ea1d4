import { keepFilled } from './keep-filled';
import { until } from '@dosar/kernel/testing/waiting';

describe('a file that is computed, of which a page cannot be read', () => {
  it('is made anew again and again until that works, and filled then', async () => {
    const said: string[] = [];
    let damaged: (why: string) => void = () => {};
    let full = 2;
    const filled = await keepFilled({
      begin: async (onDamaged) => {
        said.push('begun');
        damaged = onDamaged;
        return { stop: async () => void said.push('stopped') };
      },
      renew: async () => {
        if (full > 0) {
          full -= 1;
          throw new Error('the disk is full');
        }
        said.push('made anew');
      },
      onRenew: (why) => said.push(why),
      onFailure: (error) => said.push((error as Error).message),
    });
    damaged('a page is empty');
    await until(() => said.includes('made anew'));
    await filled.stop();
    expect(said).toEqual(['begun', 'a page is empty', 'stopped', 'the disk is full', 'made anew', 'begun', 'stopped']);
  });

  it('is not waited for by a stop while it cannot be made anew', async () => {
    let damaged: (why: string) => void = () => {};
    let tried = 0;
    const filled = await keepFilled({
      begin: async (onDamaged) => {
        damaged = onDamaged;
        return { stop: async () => undefined };
      },
      renew: () => {
        tried += 1;
        return Promise.reject(new Error('the disk is full'));
      },
      onRenew() {},
      onFailure() {},
    });
    damaged('a page is empty');
    await until(() => tried > 0);
    await expect(filled.stop()).resolves.toBeUndefined();
  });
});
