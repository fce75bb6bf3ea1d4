import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HASHES } from './hashes';

const ROOT = join(__dirname, '../..');
const CALL =
  /(?<![\w.])(?:hmac|hmacOf|hmacSha256|hash|createHash|createHmac|derivedId|eventIdOf|signed|idempotent|hkdf\w*|pbkdf2\w*|scrypt\w*)\(/g;
const IS_TEST = /\.(?:spec|suite)\.tsx?$|\/testing[/.]|\/matrix\//;

const sources = ['apps/gateway', 'apps/projector', 'apps/console', 'libs'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|\/dist/.test(file) && !IS_TEST.test(file)),
);

/** Each call with what it is given, as it is written but for white space. */
const calls = sources
  .filter((file) => !/libs\/kernel\/hash(?:es.*)?\.ts$/.test(file))
  .flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [...text.matchAll(CALL)].map(({ index }) => ({
      file,
      text: text.slice(index, index + 200).replace(/\s+/g, ' '),
    }));
  });

describe('the list of hashes, HMACs and derived ids', () => {
  it('has every one that is made anywhere', () => {
    const isListed = (call: (typeof calls)[number]) =>
      HASHES.some((each) => each.file === call.file && call.text.startsWith(each.call));
    expect(calls.filter((call) => !isListed(call))).toEqual([]);
    expect(calls.length).toBeGreaterThan(50);
  });

  it('has none that is not made any more', () => {
    const isMade = (each: (typeof HASHES)[number]) =>
      calls.some((call) => each.file === call.file && call.text.startsWith(each.call));
    expect(HASHES.filter((each) => !isMade(each))).toEqual([]);
  });
});
