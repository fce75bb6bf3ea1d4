import { context } from '../platform/hosting/context';
import { Components } from './components';
import { Description, details, live, openapi, ready } from './show-health';

/** Health, and the API's documentation. */
export const system = context({
  useCases: [live, ready, details, openapi],
  providers: [Components, Description],
});
