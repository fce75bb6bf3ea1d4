import type { PreviewFault } from '@dosar/contracts';
import { Unread } from '../texts/outcome';
import { contentOf } from '../unzip/content';
import { readDirectory, type ZipFault } from '../unzip/directory';
import type { Inside, InsideLimits, Part } from './inside';

const WHY: Readonly<Partial<Record<ZipFault['code'], PreviewFault>>> = {
  ZIP_ENCRYPTED: 'encrypted',
  ZIP_TOO_MANY: 'too_large',
  ZIP_TOO_LARGE: 'too_large',
};

/** The files of an archive, which must be safe as for unpacking. @throws Unread */
export const zipParts = async (bytes: Buffer, limits: InsideLimits): Promise<Inside> => {
  const directory = await readDirectory(bytes, { ...limits, bytes: limits.unpacked });
  const { zip, found, entries, fault } = directory;
  if (fault || !zip) throw new Unread(WHY[fault!.code] ?? 'damaged');
  const parts = entries
    .filter(({ isFolder }) => !isFolder)
    .map(({ index, path, size }): Part => {
      const content = async () => {
        const pieces: Buffer[] = [];
        let left = Math.min(size, limits.bytes);
        for await (const piece of contentOf(zip, found[index]!)) {
          left -= piece.length;
          if (left < 0) throw new Unread('too_large');
          pieces.push(piece);
        }
        return Buffer.concat(pieces);
      };
      return { number: index, name: path, size, content };
    });
  return { parts, isCut: false, isForm: false };
};
