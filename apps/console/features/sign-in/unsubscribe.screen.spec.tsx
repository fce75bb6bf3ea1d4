/** @jest-environment ./testing/browser.cjs */
import { screen } from '@testing-library/react';
import { aServer, show } from '../../testing/screen';
import { UnsubscribeScreen } from './unsubscribe.screen';

const CALL = 'POST /notifications/unsubscribe/aaaa.bbbb';
const button = () => screen.findByRole('button', { name: 'Nu-mi mai trimiteți' });

describe('whoever wants no more mail', () => {
  it('says so by a button, and looking at the page ends nothing', async () => {
    const asked = aServer({ [CALL]: () => new Response(null, { status: 204 }) });
    const { person } = await show(<UnsubscribeScreen token="aaaa.bbbb" />);
    await button();
    expect(asked).toEqual([]);
    await person.click(await button());
    expect(await screen.findByText(/^Nu mai primiți mesaje prin email/)).toBeTruthy();
    expect(asked).toEqual(['POST /api/notifications/unsubscribe/aaaa.bbbb']);
    expect(screen.queryByRole('button', { name: 'Nu-mi mai trimiteți' })).toBeNull();
  });

  it('is told that a link is not valid, and where else it is ended', async () => {
    const problem = { error: 'Nu am găsit ce ați cerut.', code: 'NOT_FOUND', correlation_id: 'x' };
    aServer({ [CALL]: () => Response.json(problem, { status: 404 }) });
    const { person } = await show(<UnsubscribeScreen token="aaaa.bbbb" />);
    await person.click(await button());
    expect(await screen.findByText(/^Linkul nu este valabil/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Setările de notificare' }).getAttribute('href')).toBe(
      '/settings/notifications',
    );
  });

  it('is told nothing of the link by somebody else than the portal, and may press again', async () => {
    const page = { status: 404, headers: { 'content-type': 'text/html' } };
    aServer({ [CALL]: () => new Response('<h1>404 Not Found</h1>', page) });
    const { person } = await show(<UnsubscribeScreen token="aaaa.bbbb" />);
    await person.click(await button());
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.queryByText(/^Linkul nu este valabil/)).toBeNull();
    expect(await button()).toBeTruthy();
  });

  it('may press again when the server is away', async () => {
    let isAway = true;
    aServer({
      [CALL]: () => {
        if (isAway) throw new TypeError('Failed to fetch');
        return new Response(null, { status: 204 });
      },
    });
    const { person } = await show(<UnsubscribeScreen token="aaaa.bbbb" />);
    await person.click(await button());
    expect(await screen.findByRole('alert')).toBeTruthy();
    isAway = false;
    await person.click(await button());
    expect(await screen.findByText(/^Nu mai primiți mesaje prin email/)).toBeTruthy();
  });
});
