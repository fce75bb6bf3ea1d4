import { drawEach, small } from './draw-each';
import { firstPage } from './first-page';

drawEach(async (bytes, side) => {
  const page = await firstPage(bytes, side);
  return page && small(page, side);
});
