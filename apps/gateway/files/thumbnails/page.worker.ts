import { drawEach, small } from './draw-each';
import { firstPage } from './first-page';

drawEach(async (bytes) => {
  const page = await firstPage(bytes);
  return page && small(page);
});
