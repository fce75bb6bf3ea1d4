import { createRouter } from '@tanstack/react-router';
import { routeTree } from './route-tree.gen';
import { Fault, NotFound, Waiting } from '../ui/screens';

/** Where the person was before the navigation that is under way. */
const cameFrom = (): string => router.state.resolvedLocation?.pathname ?? '';

export const router = createRouter({
  routeTree,
  context: { cameFrom },
  defaultPreload: 'intent',
  defaultErrorComponent: Fault,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: Waiting,
  // addresses that people can read: every value is a text
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** They are signed out on the way. */
    isLeaving?: boolean;
    /** Why somebody is at the sign-in screen. */
    notice?: string;
    /** What went well before. */
    done?: string;
    /** A file is looked at, from the list behind it. */
    isLook?: boolean;
    /** What was typed already. */
    email?: string;
    /** The token of a link from a letter: the address bar is no place for it. */
    link?: string;
  }
}
