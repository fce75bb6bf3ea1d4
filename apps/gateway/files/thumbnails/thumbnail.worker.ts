import sharp from 'sharp';
import type { DrawingAsked, Drawn } from './drawing';

/** Pixels of its longer side: a row of the list shows it on dense screens, too. */
const SIDE = 128;
/** What has more pixels is nothing that a camera or a scanner makes. */
const MOST_PIXELS = 120_000_000;

sharp.cache(false);
sharp.concurrency(1);
// only what is asked for is decoded, whatever a file says that it is
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

/** Upright, small, and without anything that the file says beside the picture. */
const draw = async (bytes: Uint8Array): Promise<Drawn> => {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true })
      .autoOrient()
      .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 72 })
      .toBuffer({ resolveWithObject: true });
    return { picture: { data, width: info.width, height: info.height } };
  } catch (error) {
    return { why: /pixel limit|memory/i.test(String(error)) ? 'too_large' : 'damaged' };
  }
};

process.on('message', ({ bytes }: DrawingAsked) => void draw(bytes).then((drawn) => process.send!(drawn)));
process.on('disconnect', () => process.exit());
process.send!('ready');
