import { drawEach, small, upright } from './draw-each';

drawEach((bytes) => small(upright(bytes)));
