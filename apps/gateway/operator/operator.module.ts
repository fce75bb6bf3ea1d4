import { context } from '../platform/hosting/context';
import { Destruction } from './destroying/destruction';
import { Destructions } from './destroying/destructions.job';

/** What a server does for requests of an operator. */
export const operator = context({ providers: [Destruction], jobs: [Destructions] });
