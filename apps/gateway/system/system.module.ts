import { context } from '../platform/hosting/context';
import { Components } from './components';
import { Description, details, live, openapi, ready } from './show-health';

/** How the installation does, and what it offers. */
export const system = context({
  useCases: [live, ready, details, openapi],
  providers: [Components, Description],
});
