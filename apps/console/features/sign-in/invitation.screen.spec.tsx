/** @jest-environment ./testing/browser.cjs */
import { screen, waitFor } from '@testing-library/react';
import { aServer, show, type Answers } from '../../testing/screen';
import { InvitationScreen } from './invitation.screen';

const PASSWORD = 'Floare albă 7';
const refused = (status: number, code: string) =>
  Response.json({ error: 'Nu merge.', code, correlation_id: 'x' }, { status });

/** Somebody chooses a password. @returns what they came to */
const choosing = async (answers: Answers) => {
  const came: string[] = [];
  const to = (where: string) => () => Promise.resolve(void came.push(where));
  const asked = aServer({ 'POST /auth/invitation': () => new Response(null, { status: 204 }), ...answers });
  const { person } = await show(
    <InvitationScreen
      token="t"
      name="Mara Olaru"
      email="mara@floraria.ro"
      onSignedIn={to('in')}
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
