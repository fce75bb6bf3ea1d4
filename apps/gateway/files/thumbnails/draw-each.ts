import { constants, setPriority } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import type { PreviewFault } from '@dosar/contracts';
import { answerRequests, type ReaderAnswer } from '../readers/answer-requests';

/** What has more pixels is nothing that a camera or a scanner makes. */
const MOST_PIXELS = 120_000_000;
/** Pixels of its longer side: a row of the list shows it on dense screens, too. */
const SIDE = 128;

sharp.cache(false);
sharp.concurrency(1);
// only what is asked for is decoded, whatever a file says that it is
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

/** A picture as the camera was held, and without anything that the file says beside it. */
export const upright = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true }).autoOrient();

export const small = (picture: Sharp): Sharp =>
  picture.resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true }).webp({ quality: 72 });

const whyOf = (error: unknown): PreviewFault => {
  if ((error as Error).name === 'PasswordException') return 'encrypted';
  return /pixel limit|memory/i.test(String(error)) ? 'too_large' : 'damaged';
};

/** Answers each request of this process with what is drawn of its bytes. It goes after all that others want of the processor. */
export const drawEach = (draw: (bytes: Uint8Array<ArrayBuffer>) => Sharp | Promise<Sharp | null>): void => {
  setPriority(constants.priority.PRIORITY_LOW);
  const drawn = async (bytes: Uint8Array<ArrayBuffer>): Promise<ReaderAnswer> => {
    try {
      const picture = await draw(bytes);
      if (!picture) return { head: { isEmpty: true } };
      const { data, info } = await picture.toBuffer({ resolveWithObject: true });
      return { head: { width: info.width, height: info.height }, bytes: data };
    } catch (error) {
      return { head: { why: whyOf(error) } };
    }
  };
  // the library of PDFs takes no buffer of Node's
  answerRequests(({ bytes }) => drawn(new Uint8Array(bytes)));
};
