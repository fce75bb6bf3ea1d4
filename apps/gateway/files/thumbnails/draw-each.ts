import sharp, { type Sharp } from 'sharp';
import type { DrawingAsked, Drawn } from './drawing';

/** What has more pixels is nothing that a camera or a scanner makes. */
const MOST_PIXELS = 120_000_000;

sharp.cache(false);
sharp.concurrency(1);
// only what is asked for is decoded, whatever a file says that it is
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

/** Draws each picture that this process is sent: upright, and without anything that the file says beside the picture. */
export const drawEach = (draw: (picture: Sharp) => Sharp): void => {
  const drawn = async (bytes: Uint8Array): Promise<Drawn> => {
    try {
      const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true }).autoOrient();
      const { data, info } = await draw(picture).toBuffer({ resolveWithObject: true });
      return { picture: { data, width: info.width, height: info.height } };
    } catch (error) {
      return { why: /pixel limit|memory/i.test(String(error)) ? 'too_large' : 'damaged' };
    }
  };
  process.on('message', ({ bytes }: DrawingAsked) => void drawn(bytes).then((answer) => process.send!(answer)));
  process.on('disconnect', () => process.exit());
  process.send!('ready');
};
