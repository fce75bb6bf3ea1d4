import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORMAT_PAGE } from './model/installation.events';

const PAGE = join(__dirname, 'FORMAT.md');
/** The hash of the page when somebody last thought about what its change means. */
const CONSIDERED = '194c5c3d7bcf26ab3e0a9dc092b0da6a3ad573bb55eba404508993859604594a';

describe('the page that describes the log', () => {
  // Changing what the page says about existing records makes them unreadable; describing another form needs a higher
  // `v` or LEVEL (software.ts). Each log states by FormatsChanged from when on which page holds.
  it('is the one that was considered (UPDATE=1 takes it over), and its hash stands in the log', () => {
    const hash = createHash('sha256').update(readFileSync(PAGE)).digest('hex');
    const code = readFileSync(__filename, 'utf8');
    if (process.env['UPDATE']) return writeFileSync(__filename, code.replace(/(CONSIDERED = )'.*'/, `$1'${hash}'`));
    expect([CONSIDERED, FORMAT_PAGE]).toEqual([hash, hash]);
  });

  it.each([
    ['rules of growth', /Readers ignore members of `data`, `actor` and `resource` that they do not know/],
    ['a form that is not known', /Any other value: another form, .*refused, never read by these rules/],
    ['which heads an accepted log excuses', /`LogAccepted \{known, found\}` .* excuses heads/],
    ['two master keys', /While it is replaced the file has two lines, each a master key/],
    ['as of a moment', /before the first one whose `occurredAt` is later than T/],
    ['where the bytes of documents are', /`blobs\/<first two letters of blobId>/],
    ['what stands in the vault', /as `\{m, n, c\}`/],
    ['its own hash', /has the SHA-256 of this page as it was then, `page`/],
    ['by which rules was decided', /`SoftwareStarted`/],
  ])('says %s', (_, sentence) => expect(readFileSync(PAGE, 'utf8')).toMatch(sentence));
});
