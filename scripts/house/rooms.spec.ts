import { dirname } from 'node:path';
import { filesIn, textOf } from './files';

/** A folder is a room that somebody can look over, and a file is one thing. */
const MOST_FILES = 25;
const MOST_LINES = 250;

const CODE = /\.(ts|tsx|mts|mjs|cjs|js)$/;
const TESTS = /\.(spec|suite)\.tsx?$/;
const GENERATED = /\.gen\.ts$|\.d\.m?ts$/;

/** Folders of whatever number of files, and why. */
const LARGE_ROOMS: Readonly<Record<string, string>> = {
  'scripts/rel': 'each file is a program of its own, and the README beside them lists them',
};

/** Files of whatever length, and why. */
const LONG_FILES: readonly (readonly [RegExp, string])[] = [
  [TESTS, 'a story after the other'],
  [/\.journey\.ts$/, 'a story after the other'],
  [/\/(testing|matrix)\//, 'what stories are told with'],
  [/^libs\/kernel\/testing\.ts$/, 'what stories are told with'],
  [/^apps\/e2e\//, 'what stories are told with'],
  [/\/(ro|en)\.ts$/, 'a list of sentences'],
  [GENERATED, 'nobody reads it'],
  [/^scripts\//, 'a program from its beginning to its end'],
];

const code = filesIn('apps', 'libs', 'scripts').filter((file) => CODE.test(file));

describe('rooms', () => {
  it(`no folder has more than ${MOST_FILES} files of code`, () => {
    const rooms = new Map<string, number>();
    for (const file of code.filter((each) => !TESTS.test(each) && !GENERATED.test(each)))
      rooms.set(dirname(file), (rooms.get(dirname(file)) ?? 0) + 1);
    const large = [...rooms].filter(([room, count]) => count > MOST_FILES && !(room in LARGE_ROOMS));
    expect(large.map(([room, count]) => `${room}: ${count} files`)).toEqual([]);
  });

  it(`no file has more than ${MOST_LINES} lines`, () => {
    const long = code
      .filter((file) => !LONG_FILES.some(([kind]) => kind.test(file)))
      .map((file) => [file, textOf(file).split('\n').length - 1] as const)
      .filter(([, lines]) => lines > MOST_LINES);
    expect(long.map(([file, lines]) => `${file}: ${lines} lines`)).toEqual([]);
  });
});
