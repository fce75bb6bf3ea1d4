import { context } from '../platform/hosting/context';
import { Components } from './components';
import { metrics } from './show-metrics';
import { Description, details, live, openapi, ready } from './show-health';

/** Health, and the API's documentation. */
export const system = context({
  useCases: [live, ready, details, metrics, openapi],
  providers: [Components, Description],
});
