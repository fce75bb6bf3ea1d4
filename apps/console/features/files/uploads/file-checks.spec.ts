import { checkFile } from './file-checks';

const MiB = 1024 * 1024;

describe('what may be uploaded', () => {
  it.each([
    ['factura.pdf', 20 * MiB],
    ['FACTURA.PDF', 1],
    ['luna.zip', 50 * MiB],
    ['nota.txt', 0],
    ['Factura Booking.com.pdf', 1],
  ])('is %s of %d bytes', (name, size) => expect(checkFile({ name, size })).toBeNull());

  it.each([
    ['virus.exe', 1, { why: 'extension', extension: 'exe' }],
    ['script.sh', 1, { why: 'extension', extension: 'sh' }],
    ['scanare.tiff', 1, { why: 'picture', extension: 'tiff' }],
    ['fără extensie', 1, { why: 'noExtension' }],
    ['gol.pdf', 0, { why: 'empty' }],
    ['a.exe.pdf', 1, { why: 'name', broken: { rule: 'name_blocked', values: { extension: 'exe' } } }],
    ['mare.pdf', 20 * MiB + 1, { why: 'size', size: 20 * MiB + 1, limit: 20 * MiB }],
    ['mare.zip', 50 * MiB + 1, { why: 'size', size: 50 * MiB + 1, limit: 50 * MiB }],
  ])('is not %s of %d bytes', (name, size, why) => expect(checkFile({ name, size })).toEqual(why));
});
