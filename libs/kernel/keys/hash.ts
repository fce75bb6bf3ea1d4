/**
 * One use of a hash: file, call as written there, what it is over, its key (`none`: anybody can compute it), and until
 * when it exists.
 */
type Made = readonly [file: string, call: string, over: string, key: string, until: string];

export type Hash = {
  readonly file: string;
  readonly call: string;
  readonly over: string;
  readonly key: string;
  readonly stands: 'record' | 'vault' | 'view' | 'browser' | 'letter' | 'backup' | 'nowhere';
  readonly until: string;
};

export const standing = (stands: Hash['stands'], all: readonly Made[]): readonly Hash[] =>
  all.map(([file, call, over, key, until]) => ({ file, call, over, key, stands, until }));
