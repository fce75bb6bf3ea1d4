import { textOf } from './files';

const READ_BY = ['apps/gateway/platform/hosting/config.ts', 'libs/adapters/ports-config.ts'];

describe('variables of the environment', () => {
  it('are all told to whoever operates an installation', () => {
    const read = READ_BY.flatMap((file) => [...textOf(file).matchAll(/^ +(DOSAR_\w+):/gm)].map(([, name]) => name!));
    expect(read.length).toBeGreaterThan(15);
    const told = textOf('deploy/README.md');
    expect(read.filter((name) => !new RegExp(`\\b${name}\\b`).test(told))).toEqual([]);
  });
});
