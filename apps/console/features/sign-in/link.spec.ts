/** @jest-environment ./testing/browser.cjs */
import { invitationLink, resetLink } from './link';

const answers = (status: number, body: object) => {
  globalThis.fetch = async () => Response.json(body, { status });
};

describe('a link of a letter', () => {
  it.each([404, 410, 422])('is over when the portal says so with %d', async (status) => {
    answers(status, { error: 'Linkul nu mai este valabil.', code: 'RESET_LINK_INVALID', correlation_id: 'x' });
    expect(await resetLink('t')).toEqual({ kind: 'over', token: 't' });
  });

  it.each([404, 410, 422])('is not over when somebody else answers %d', async (status) => {
    answers(status, { error: 'Not Found' });
    await expect(invitationLink('t')).rejects.toMatchObject({ status });
  });
});
