import { workerData } from 'node:worker_threads';
import { answering } from '../../thread';
import { meilisearchSearches } from './meilisearch-search';
import type { MeilisearchPlace } from './meilisearch-place';

answering(meilisearchSearches(JSON.parse(workerData as string) as MeilisearchPlace), () => {});
