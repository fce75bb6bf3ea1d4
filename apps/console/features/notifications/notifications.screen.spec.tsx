/** @jest-environment ./testing/browser.cjs */
import { useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { DEFAULT_NOTIFICATION_PREFERENCES, type NotificationPreferences } from '@dosar/contracts';
import { aServer, show } from '../../testing/screen';
import { NotificationSettings } from './notification-settings';
import { NotificationsPanel } from './notifications-panel';
import { NotificationsScreen } from './notifications.screen';

const told = (at: number) => ({
  id: `n${at}`,
  type: 'message_new',
  title: `Mesaj ${at}`,
  body: '',
  link: '/chat/t',
  count: 1,
  read_at: null,
  created_at: '2026-11-23T08:00:00.000Z',
  conversation_id: 't',
  client_id: null,
});

const Paged = ({ first }: { readonly first: number }) => {
  const [page, setPage] = useState(first);
  return <NotificationsScreen page={page} onPage={setPage} />;
};

it('a page that is gone makes room for the last one', async () => {
  aServer({
    'GET /notifications': ({ searchParams }) => {
      const page = Number(searchParams.get('page') ?? 1);
      const notifications = page === 1 ? [told(1)] : [];
      return { notifications, unread_count: 1, total: 1, page, pageSize: 20, has_more: false };
    },
  });
  await show(<Paged first={2} />);
  expect(await screen.findByText('Mesaj 1')).toBeTruthy();
});

const Bell = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>clopoțel</button>
      {isOpen && <NotificationsPanel onClose={() => setOpen(false)} />}
    </>
  );
};

it('the panel gives the focus back to what opened it', async () => {
  aServer({
    'GET /notifications': () => ({
      notifications: [],
      unread_count: 0,
      total: 0,
      page: 1,
      pageSize: 20,
      has_more: false,
    }),
  });
  const { person } = await show(<Bell />);
  const bell = screen.getByRole('button', { name: 'clopoțel' });
  await person.click(bell);
  const panel = await screen.findByRole('dialog');
  await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(bell));
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('the settings', () => {
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

  it('show at once what was chosen, and what is kept when it was refused', async () => {
    let kept: NotificationPreferences = DEFAULT_NOTIFICATION_PREFERENCES;
    const answers: (() => Response)[] = [
      () => Response.json({ error: { code: 'INTERNAL', message: 'Nu a mers' } }, { status: 500 }),
      () => Response.json({ preferences: (kept = { ...kept, file_uploaded: { in_app: true, email: false } }) }),
    ];
    aServer({
      'GET /notifications/preferences': () => ({ preferences: kept }),
      'PATCH /notifications/preferences': () => answers.shift()!(),
    });
    const { person } = await show(<NotificationSettings />);
    const messages = await box('Mesaje noi: Email');
    const files = await box('Fișiere încărcate: Email');
    await person.click(messages);
    await person.click(files);
    await waitFor(() => expect([messages.checked, files.checked]).toEqual([true, false]));
  });
});
