import { join } from 'node:path';
import { standIns } from './stand-ins';

export const MEILISEARCH_KEY = 'cheia-de-probe-a-lui-meilisearch';

/** A stand-in that speaks Meilisearch's protocol, which a test can kill and restart. */
export const meilisearchNode = async (key: string | null = MEILISEARCH_KEY) => {
  const { ports, start, kill, end } = await standIns(1, 'meilisearch/main.mjs', ({ port, folder }) => [
    '--port',
    String(port),
    '--data',
    join(folder, 'meilisearch.jsonl'),
    ...(key === null ? [] : ['--key', key]),
  ]);
  const [port] = ports as [number];
  await start(port);
  return { url: `http://127.0.0.1:${port}`, key, start: () => start(port), kill: () => kill(port), end };
};
