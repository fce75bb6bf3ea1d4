import '../ui/styles.css';
import 'virtual:theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import { session } from '../platform/api';
import { isGuestPath, placeAfterSignIn } from '../platform/guards';
import { tellOfMissingParts } from './ahead';
import { speak } from './i18n';
import { preferences } from '../platform/preferences';
import { Refused, Unreachable } from '../platform/refusals';
import { router } from './router';
import { forgetWritten } from '../platform/send';
import { ThemeProvider } from '../ui/theme/theme-provider';

const speakChosen = () => speak(preferences.get().language);
preferences.subscribe(() => void speakChosen());

/** As the account that took the place of the former: nothing of the former stays, and nothing unsaved holds the page back. */
const loadAnew = () => {
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.replace('/');
};

session.schedule();
session.onEnd(({ sentence, isReplaced }) => {
  const { pathname, href } = router.state.location;
  forgetWritten();
  if (isReplaced) return loadAnew();
  if (isGuestPath(pathname)) return;
  // who was thrown out comes back to where they were; who has left does not
  const search = sentence === null ? {} : { redirect: href };
  const state = sentence === null ? {} : { state: { notice: sentence } };
  // whatever was not saved can no longer be
  void router.navigate({ to: '/login', search, ignoreBlocker: true, ...state });
});
session.onOpenElsewhere(() => {
  const { pathname, search, state } = router.state.location;
  if (!isGuestPath(pathname)) return;
  // the link of a letter may be for another account: it stays one step back
  const replace = state.link === undefined;
  void router.navigate({ href: placeAfterSignIn(search.redirect), replace, ignoreBlocker: true });
});
// by what somebody works: browsers show a focus that a script has set as if keys had
const { dataset } = document.documentElement;
addEventListener('pointerdown', () => (dataset['input'] = 'pointer'), { capture: true });
addEventListener('keydown', () => (dataset['input'] = 'keys'), { capture: true });
tellOfMissingParts();
addEventListener('storage', () => session.follow());
// a page that was set aside by the browser has heard of nothing
addEventListener('pageshow', ({ persisted }) => persisted && session.follow());

// the screen that was asked for is on its way while its sentences are
void router.load();
await speakChosen();
createRoot(document.getElementById('root')!, {
  // a refusal or a lost line is told of on the screen; anything else is a defect
  onCaughtError: (error) => {
    if (!(error instanceof Refused || error instanceof Unreachable)) console.error(error);
  },
}).render(
  <StrictMode>
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>
  </StrictMode>,
);
