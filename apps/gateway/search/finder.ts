import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { SEARCH_TOTAL, type SearchFound, type SearchHit, type SearchQuery } from '@dosar/search';
import type { Call } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { Searches } from './searches';

/** Until the index has what a caller has written: two seconds in all, like a view. */
const PAUSES_MS = [20, 40, 80, 160, 300, 600, 800];

export type FoundHits = Pick<SearchFound, 'total' | 'isMore'> & {
  readonly hits: readonly SearchHit[];
  /** Those of them that stand for all folders of the accounting structure that are called alike. */
  readonly folded: ReadonlySet<string>;
};

/**
 * What the index finds; by relevance first everything else, then the folders of the accounting structure, of each name one.
 */
@Injectable()
export class Finder {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly searches: Searches,
  ) {}

  async of(call: Call, query: SearchQuery): Promise<FoundHits> {
    const ofStructure = query.sort === 'relevance' ? query.kinds.filter(({ kind }) => kind === 'folder') : [];
    if (ofStructure.length === 0) return { ...(await this.upToDate(call, query)), folded: new Set() };
    const kinds = query.kinds.map((each) =>
      each.kind === 'folder' ? { ...each, facets: { ...each.facets, structure: [null] } } : each,
    );
    const found = await this.upToDate(call, { ...query, kinds });
    if (found.isMore) return { ...found, folded: new Set() };
    const skip = Math.max(0, query.skip - found.total);
    // further than is counted nothing is told
    const room = skip < SEARCH_TOTAL ? query.limit - found.hits.length : 0;
    const place = room > 0 ? { skip, limit: room } : { skip: 0, limit: 1 };
    const one = { ...query, ...place, kinds: ofStructure, oneOfEach: 'structure' };
    const folders = await this.searches.find(call.caller, one);
    const shown = folders.hits.slice(0, room);
    const total = found.total + folders.total;
    return {
      hits: [...found.hits, ...shown],
      total: Math.min(total, SEARCH_TOTAL),
      isMore: folders.isMore || total > SEARCH_TOTAL,
      folded: new Set(shown.map(({ id }) => id)),
    };
  }

  /** Waits until the index has what the caller has seen, or says that it may not have it. */
  private async upToDate(call: Call, query: SearchQuery): Promise<SearchFound> {
    const least = call.consistencyToken;
    if (least === null) return this.searches.find(call.caller, query);
    const asked = { ...query, least };
    let found = await this.searches.find(call.caller, asked);
    if (found.behind === 'shortly' && !this.isStopped()) {
      await this.untilFurther(call, asked);
      found = await this.searches.find(call.caller, asked);
    }
    if (found.behind) call.work.stale = true;
    return found;
  }

  /** Asks how far the index is, and for nothing in it. */
  private async untilFurther(call: Call, asked: SearchQuery): Promise<void> {
    for (const ms of PAUSES_MS) {
      await pause(ms);
      const { behind } = await this.searches.find(call.caller, { ...asked, kinds: [] });
      if (behind !== 'shortly') return;
    }
  }

  /** What is not indexed until somebody has mended it is not waited for. */
  private isStopped(): boolean {
    const { findings } = this.installation;
    return ['search', 'indexing'].some((part) => findings.of(part).length > 0);
  }
}
