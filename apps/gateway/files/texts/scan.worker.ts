import { drawEach, upright } from '../thumbnails/draw-each';

/** The size at which letters of a page are legible; receipts are long. */
const WIDTH = 2_600;
const HEIGHT = 5_200;

drawEach((bytes) =>
  upright(bytes)
    .resize({ width: WIDTH, height: HEIGHT, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .grayscale()
    .png({ compressionLevel: 1 }),
);
