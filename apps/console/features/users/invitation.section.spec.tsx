/** @jest-environment ./testing/browser.cjs */
import { screen, waitFor } from '@testing-library/react';
import type { User } from '@dosar/contracts';
import { toasts } from '../../platform/toasts';
import { aServer, show } from '../../testing/screen';
import { InvitationSection } from './invitation.section';

const LINK = 'https://dosar.firma.ro/invitation?token=abc';
const SENT = '2026-09-14T09:00:00.000Z';
const user = {
  id: 'u-1',
  email: 'mara@floraria.ro',
  invited_at: SENT,
  preferences: { language: 'ro' },
} as unknown as User;
const LINK_CALL = 'POST /users/u-1/invitation/link';

const opened = async (mail_server: boolean) => {
  const asked = aServer({
    [LINK_CALL]: () => ({ link: LINK, valid_until: '2026-09-21T09:00:00.000Z' }),
    'POST /users/u-1/invitation': () => new Response(null, { status: 202 }),
  });
  const { person } = await show(<InvitationSection user={user} sentAt={SENT} me={{ mail_server }} />);
  return { asked, person };
};

describe('an invitation that waits', () => {
  it('has its link for whoever asks for it, and asks the server only then', async () => {
    const { asked, person } = await opened(true);
    expect(asked).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Copiază linkul invitației' }));
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Linkul invitației' });
    expect(field.value).toBe(LINK);
    expect(screen.getByText(/Trimiteți-l doar celui invitat/)).toBeTruthy();
    expect(screen.queryByText(/server de email/)).toBeNull();
  });

  it('is not said to have left a server that sends no letters', async () => {
    const { person } = await opened(false);
    expect(screen.getByText(/nu are un server de email/)).toBeTruthy();
    // it is made, and its link is below
    expect(screen.queryByText(/După ce creați contul/)).toBeNull();
    expect(screen.queryByText(/^Trimisă/)).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Refă invitația' }));
    await waitFor(() =>
      expect(toasts.shown.get().map(({ title }) => title)).toEqual([expect.stringContaining('refăcută')]),
    );
  });
});
