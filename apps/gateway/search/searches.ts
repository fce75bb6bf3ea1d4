import { Inject, Injectable } from '@nestjs/common';
import { FairQueue } from '@dosar/kernel/runtime';
import type { SearchFound, SearchQuery } from '@dosar/search';
import type { Caller } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { partyOf } from '../platform/access/party';

/** The index of this process has one thread, which companies take turns to use. */
const HERE = { places: 2, waiting: 64, dearMs: 500 };
/** A server runs several searches at once. */
const AT_A_SERVER = { ...HERE, places: 8 };

/** Searches in the index, by companies in turn. */
@Injectable()
export class Searches {
  private readonly turns: FairQueue;

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {
    this.turns = new FairQueue(installation.config.profile === 'embedded' ? HERE : AT_A_SERVER);
    installation.metrics.watchQueue('searches', this.turns);
  }

  /** @throws Unavailable, also when too many searches of the same company wait */
  find(caller: Caller, query: SearchQuery): Promise<SearchFound> {
    return this.turns.run(partyOf(caller), () => this.installation.ports.search.search(query));
  }
}
