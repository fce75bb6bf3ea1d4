import { drawEach, small, upright } from './draw-each';

drawEach((bytes, side) => small(upright(bytes), side));
