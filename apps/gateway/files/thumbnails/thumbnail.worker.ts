import { bitmap, isBitmap } from './bitmap';
import { drawEach, small, upright } from './draw-each';

drawEach(async (bytes, side) => small(isBitmap(bytes) ? await bitmap(bytes, side) : upright(bytes), side));
