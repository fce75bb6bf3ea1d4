import { drawEach } from './draw-each';

/** Pixels of its longer side: a row of the list shows it on dense screens, too. */
const SIDE = 128;

drawEach((picture) =>
  picture.resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true }).webp({ quality: 72 }),
);
