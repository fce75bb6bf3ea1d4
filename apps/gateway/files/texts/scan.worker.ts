import { drawEach, upright } from '../thumbnails/draw-each';

/** Letters of a page are legible in so many pixels; a receipt is long. */
const WIDTH = 2_600;
const HEIGHT = 5_200;

drawEach((bytes) =>
  upright(bytes)
    .resize({ width: WIDTH, height: HEIGHT, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .grayscale()
    .png({ compressionLevel: 1 }),
);
