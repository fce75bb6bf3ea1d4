import { context } from '../platform/hosting/context';
import { Destruction } from './destroying/destruction';
import { Destructions } from './destroying/destructions.job';

/** What a server does that an operator's command has left for it. */
export const operator = context({ providers: [Destruction], jobs: [Destructions] });
