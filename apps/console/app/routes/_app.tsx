import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { session } from '../../platform/api';
import { UploadsPanel } from '../../features/files/uploads/uploads-panel';
import { ClientPicker } from '../../features/companies/choice/client-picker';
import { PasswordHint } from '../../features/account/password-hint';
import { flush } from '../../features/chat/composing/outbox';
import { useAway } from '../../features/chat/live/idle';
import { OwnStatus } from '../../features/chat/conversations/own-status';
import { useDelivered } from '../../features/chat/live/use-delivered';
import { useUnreadTitle } from '../../features/chat/conversations/unread-title';
import { me } from '../../features/account/me.queries';
import { hearNotification } from '../../features/notifications/live-notifications';
import { UserMenu } from '../../features/account/user-menu';
import { chosenClient, placeOfClient } from '../../features/companies/choice/chosen-client';
import { speakAlso } from '../i18n';
import { late } from '../late';
import { mustBeTheirs, offers } from '../../platform/guards';
import { startLive, type AllHandlers } from '../../platform/live/live';
import { apply, preferences } from '../../platform/preferences';
import { queries } from '../../platform/queries';
import { isOver, isPassing } from '../../platform/refusals';
import { toasts } from '../../platform/toasts';
import { handlers } from '../live-handlers';
import { usePlaces } from '../navigation';
import { useBell } from '../bell';
import { UndoPlace, type UndoDialogProps } from '../../ui/history/undo-place';
import { Fault } from '../../ui/screens';
import { useSearchPlace } from '../search-place';
import { Shell } from '../shell';
import { lastFirm } from '../../ui/wordmark';

/** What undoes a deed is loaded when somebody thinks of it. */
const UndoDialog = late(() => import('../../features/audit/undo/undo.dialog').then(({ UndoDialog: dialog }) => dialog));
const undoing = (asked: UndoDialogProps) => (
  <Suspense>
    <UndoDialog {...asked} />
  </Suspense>
);

/** What somebody was told of is loaded when they look at it. */
const NotificationsPanel = lazy(() =>
  import('../../features/notifications/notifications-panel').then((module) => ({ default: module.NotificationsPanel })),
);

/** By itself: whatever the line does, nothing else is rendered, nor asks for what a session that has ended may not see. */
const Away = () => {
  useAway();
  return null;
};

const Delivered = () => {
  useDelivered();
  return null;
};

const App = () => {
  const { user } = Route.useRouteContext();
  const { data } = useQuery(me());
  const router = useRouter();
  const current = data?.user ?? user;
  const isAuditor = current.role === 'auditor';
  const hasChat = offers(current, 'chat') && !isAuditor;
  const places = usePlaces(current);
  const search = useSearchPlace(current);
  const [isTold, setTold] = useState(false);
  const bell = useBell(current, () => setTold(true));
  useEffect(
    () =>
      startLive({
        ...handlers,
        'notification:new': (told) => hearNotification(told, (link) => router.history.push(link)),
      } satisfies AllHandlers),
    [router],
  );
  useEffect(() => router.subscribe('onResolved', ({ toLocation }) => toasts.reached(toLocation.pathname)), [router]);
  // what was written before a reload goes out
  useEffect(() => void flush(), []);
  useUnreadTitle(places.reduce((sum, { count = 0 }) => sum + count, 0));
  // chosen on another device or in another tab
  useEffect(() => apply(current.preferences), [current.preferences]);
  const firm = current.firm?.name ?? null;
  useEffect(() => lastFirm.set(firm), [firm]);
  const choose = (clientId: string) => {
    const place = placeOfClient(router.state.location, clientId);
    // what is open belongs to the client before: it is chosen where it is shown, unless somebody stays for what they typed
    if (place) void router.navigate(place);
    else chosenClient.set(clientId);
  };
  return (
    <Shell
      firm={firm}
      places={places}
      onSearch={isAuditor ? undefined : search.open}
      bell={bell}
      picker={
        current.role === 'user' || isAuditor || !offers(current, 'file_manager') ? null : (
          <ClientPicker onChoose={choose} />
        )
      }
      person={(onGo) => <UserMenu user={current} status={hasChat && <OwnStatus />} onGo={onGo} />}
      banner={current.must_change_password && <PasswordHint userId={current.id} />}
    >
      <UndoPlace value={undoing}>
        <Outlet />
      </UndoPlace>
      {!isAuditor && <UploadsPanel />}
      {!isAuditor && <Away />}
      {hasChat && <Delivered />}
      {isTold && (
        <Suspense>
          <NotificationsPanel onClose={() => setTold(false)} />
        </Suspense>
      )}
      {!isAuditor && search.shown}
    </Shell>
  );
};

/** What only those need who are signed in: a guest does not load it, and whoever seems to be none loads it at once. */
const knowing = () => import('../../features/account/me.queries');
if (session.token !== null) void Promise.all([knowing(), speakAlso('signedIn', preferences.get().language)]);

/** While nobody answers, whoever was signed in goes on with what is known here. @throws Unreachable when nothing is. */
const isOpen = () =>
  session.isOpen().catch(async (error: unknown) => {
    if (!isPassing(error) || !(await knowing()).isKnown()) throw error;
    return true;
  });

const NoUser = (fault: ErrorComponentProps) => {
  const { t } = useTranslation();
  return <Fault {...fault} title={t('screens.userFault')} />;
};

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ location }) => {
    const toLogin = () => redirect({ to: '/login', search: { redirect: location.href } });
    if (!(await isOpen())) throw toLogin();
    if (session.isForHealth) throw redirect({ to: '/health' });
    try {
      const user = await (await knowing()).currentUser();
      (await knowing()).takePreferencesOf(user);
      await speakAlso('signedIn', preferences.get().language);
      mustBeTheirs(user, location.pathname);
      return { user };
    } catch (error) {
      if (isOver(error)) throw toLogin();
      throw error;
    }
  },
  errorComponent: NoUser,
  component: () => (
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  ),
});
