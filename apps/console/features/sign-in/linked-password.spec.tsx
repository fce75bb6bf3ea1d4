/** @jest-environment ./testing/browser.cjs */
import { screen, waitFor } from '@testing-library/react';
import { DEFAULT_PREFERENCES, type User } from '@dosar/contracts';
import { session } from '../../platform/api';
import { aServer, show, type Answers } from '../../testing/screen';
import { InvitationScreen } from './invitation.screen';
import { ResetPasswordScreen } from './reset-password.screen';

const PASSWORD = 'Floare albă 7';
const NOW = '2026-09-14T09:00:00.000Z';
const USER: User = {
  id: 'u',
  role: 'user',
  name: 'Mara Olaru',
  email: 'mara@floraria.ro',
  phone: null,
  status: 'active',
  firm_id: null,
  firm: null,
  client: null,
  must_change_password: false,
  invited_at: null,
  two_step: false,
  createdAt: NOW,
  updatedAt: NOW,
  lastSeen: null,
  preferences: DEFAULT_PREFERENCES,
};
const refused = (status: number, code: string) =>
  Response.json({ error: 'Nu merge.', code, correlation_id: 'x' }, { status });

/** Somebody chooses a password. @returns what they came to */
const choosing = async (answers: Answers, isWayIn = true) => {
  const came: string[] = [];
  const to = (where: string) => () => Promise.resolve(void came.push(where));
  const toNowhere = () => Promise.reject(new Error('a part of the console could not be loaded'));
  const asked = aServer({ 'POST /auth/invitation': () => new Response(null, { status: 204 }), ...answers });
  const { person } = await show(
    <InvitationScreen
      token="t"
      name="Mara Olaru"
      email="mara@floraria.ro"
      onSignedIn={isWayIn ? to('in') : toNowhere}
      onDone={to('ready')}
      onOver={() => void came.push('over')}
    />,
  );
  const [first, second] = document.querySelectorAll<HTMLInputElement>('input[type=password]');
  for (const field of [first!, second!]) {
    await person.click(field);
    await person.paste(PASSWORD);
  }
  await person.click(screen.getByRole('button', { name: 'Salvează parola' }));
  return { asked, came };
};

describe('whoever chooses another password with a link', () => {
  it('is in at once, as with the first one, and is asked for a second proof where the account needs one', async () => {
    const second_factor = { token: 's', methods: ['totp'], setup_required: false };
    const asked = aServer({
      'POST /auth/reset-password': () => new Response(null, { status: 204 }),
      'POST /auth/login': (_url, body) => {
        expect(body).toEqual({ email: USER.email, password: PASSWORD });
        return { second_factor };
      },
    });
    const nowhere = () => Promise.reject(new Error('they are not there yet'));
    const { person } = await show(
      <ResetPasswordScreen token="t" email={USER.email} onSignedIn={nowhere} onDone={nowhere} onOver={() => {}} />,
    );
    for (const field of document.querySelectorAll('input[type=password]')) {
      await person.click(field);
      await person.paste(PASSWORD);
    }
    await person.click(screen.getByRole('button', { name: 'Salvează parola' }));
    expect(await screen.findByText(/codul de 6 cifre/i)).toBeTruthy();
    expect(asked).toEqual(['POST /api/auth/reset-password', 'POST /api/auth/login']);
  });
});

describe('whoever follows an invitation', () => {
  it('is asked for a second proof at once, where the account needs one', async () => {
    const second_factor = { token: 's', methods: ['totp'], setup_required: false };
    const { asked, came } = await choosing({ 'POST /auth/login': () => ({ second_factor }) });
    expect(await screen.findByText(/codul de 6 cifre/i)).toBeTruthy();
    expect(asked).toEqual(['POST /api/auth/invitation', 'POST /api/auth/login']);
    expect(came).toEqual([]);
  });

  it('has a ready account also when signing in fails then', async () => {
    const { came } = await choosing({ 'POST /auth/login': () => refused(429, 'TOO_MANY_REQUESTS') });
    await waitFor(() => expect(came).toEqual(['ready']));
  });

  it('is not told that the password is refused when the portal cannot be shown then', async () => {
    const signedIn = { token: 'x', expires_at: new Date().toISOString(), user: USER };
    const { came } = await choosing({ 'POST /auth/login': () => signedIn }, false);
    await waitFor(() => expect(came).toEqual(['ready']));
    expect(screen.queryByRole('alert')).toBeNull();
    session.close();
  });

  it('is not signed in by a link that is over', async () => {
    const { asked, came } = await choosing({ 'POST /auth/invitation': () => refused(410, 'RESET_LINK_INVALID') });
    await waitFor(() => expect(came).toEqual(['over']));
    expect(asked).toEqual(['POST /api/auth/invitation']);
  });

  it('reads that common passwords are looked for when it is saved, beside the rules that tick', async () => {
    await choosing({ 'POST /auth/login': () => refused(401, 'INVALID_CREDENTIALS') });
    expect(screen.getByText(/parolele des folosite/)).toBeTruthy();
  });
});
