import { constants, setPriority } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import type { PreviewFault } from '@dosar/contracts';
import { answerRequests, type ReaderAnswer } from '../readers/answer-requests';

/** No camera or scanner makes more pixels. */
const MOST_PIXELS = 120_000_000;

sharp.cache(false);
sharp.concurrency(1);
// only decoders of expected formats are enabled, whatever a file claims to be
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`),
});

/**
 * A picture in the orientation of the camera, without metadata; of one that moves its first. What is drawn by lines
 * runs no scripts and fetches nothing: the decoder has no place from which it could.
 */
export const upright = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true }).autoOrient();

export const small = (picture: Sharp, side: number): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }).webp({ quality: 72 });

const whyOf = (error: unknown): PreviewFault => {
  if ((error as Error).name === 'PasswordException') return 'encrypted';
  return /pixel limit|memory/i.test(String(error)) ? 'too_large' : 'damaged';
};

type Draw = (bytes: Uint8Array<ArrayBuffer>, side: number) => Sharp | Promise<Sharp | null>;

/** Answers each request with a drawing of its bytes, at low priority. */
export const drawEach = (draw: Draw): void => {
  setPriority(constants.priority.PRIORITY_LOW);
  const drawn = async (bytes: Uint8Array<ArrayBuffer>, side: number): Promise<ReaderAnswer> => {
    try {
      const picture = await draw(bytes, side);
      if (!picture) return { head: { isEmpty: true } };
      const { data, info } = await picture.toBuffer({ resolveWithObject: true });
      return { head: { width: info.width, height: info.height }, bytes: data };
    } catch (error) {
      return { head: { why: whyOf(error) } };
    }
  };
  // the library for PDFs does not accept Node.js's buffers
  answerRequests(({ head, bytes }) => drawn(new Uint8Array(bytes), (head as { readonly side: number }).side));
};
