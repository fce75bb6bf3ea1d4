import { Module } from '@nestjs/common';
import type { GatewayContext } from '../platform/hosting/context';
import { ClearSearchesHandler, ListSearchesHandler } from './history.handler';
import { ForgetSavedHandler, ListSavedHandler, SaveSearchHandler } from './saved-searches.handler';
import { SearchHistory } from './search-history';
import { SearchPlaces } from './search-places';
import { SearchController } from './search.controller';
import { SearchHandler } from './search.query';
import { Searches } from './searches';
import { ShownHits } from './shown-hits';

@Module({
  controllers: [SearchController],
  providers: [
    SearchHistory,
    SearchPlaces,
    Searches,
    ShownHits,
    SearchHandler,
    ListSearchesHandler,
    ClearSearchesHandler,
    ListSavedHandler,
    SaveSearchHandler,
    ForgetSavedHandler,
  ],
})
class SearchModule {}

/** Finding things by their words. */
export const search: GatewayContext = { module: SearchModule, announcers: [], audiences: [], listeners: [], jobs: [] };
