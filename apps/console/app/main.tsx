import '../ui/styles.css';
import 'virtual:theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import { session } from '../platform/api';
import { isGuestPath } from '../platform/guards';
import { speak } from './i18n';
import { preferences } from '../platform/preferences';
import { Refused, Unreachable } from '../platform/refusals';
import { router } from './router';
import { forgetWritten } from '../platform/send';
import { ThemeProvider } from '../ui/theme-provider';

const speakChosen = () => speak(preferences.get().language);
preferences.subscribe(() => void speakChosen());

session.schedule();
session.onEnd(({ sentence }) => {
  const { pathname, href } = router.state.location;
  forgetWritten();
  if (isGuestPath(pathname)) return;
  // who was thrown out comes back to where they were; who has left does not
  const search = sentence === null ? {} : { redirect: href };
  const state = sentence === null ? {} : { state: { notice: sentence } };
  // whatever was not saved can no longer be
  void router.navigate({ to: '/login', search, ignoreBlocker: true, ...state });
});
// a newer console was installed meanwhile, and what this one would load now is gone
addEventListener('vite:preloadError', () => location.reload());
// another tab has signed out, or has a newer token
addEventListener('storage', ({ key, newValue }) => {
  if (key !== null && !key.startsWith('dosar.')) return;
  if (session.token === null) session.close();
  else if (newValue !== null) session.schedule();
});

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
