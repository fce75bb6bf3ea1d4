import { constants, setPriority } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import type { PreviewFault } from '@dosar/contracts';
import { answerRequests, type ReaderAnswer } from '../readers/answer-requests';

/** No camera or scanner makes more pixels. */
const MOST_PIXELS = 120_000_000;
/** Pixels of the longer side, enough for a row of the list on dense screens. */
const SIDE = 128;

sharp.cache(false);
sharp.concurrency(1);
// only decoders of expected formats are enabled, whatever a file claims to be
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

/** A picture in the orientation of the camera, without metadata. */
export const upright = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true }).autoOrient();

export const small = (picture: Sharp): Sharp =>
  picture.resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true }).webp({ quality: 72 });

const whyOf = (error: unknown): PreviewFault => {
  if ((error as Error).name === 'PasswordException') return 'encrypted';
  return /pixel limit|memory/i.test(String(error)) ? 'too_large' : 'damaged';
};

/** Answers each request with a drawing of its bytes, at low priority. */
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
  // the library for PDFs does not accept Node.js's buffers
  answerRequests(({ bytes }) => drawn(new Uint8Array(bytes)));
};
