import { drawEach, small } from './draw-each';
import { firstPage } from './first-page';

drawEach(async (bytes) => small(await firstPage(bytes)));
