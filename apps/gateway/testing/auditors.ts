import type { Mandate } from '@dosar/contracts';
import { aLetter, PASSWORD, tokenIn, type Ask, type Gateway } from './gateway';
import { generate } from 'otplib';

let made = 0;

export type Auditor = { readonly ask: Ask; readonly token: string; readonly mandate: Mandate };

export const appointment = (scope: object, more: object = {}) => ({
  name: 'Vera Auditoru',
  email: `vera.${(made += 1)}@audit.test`,
  scope,
  period: { from: '2020-01-01', to: '2098-12-31' },
  purpose: 'Control de fond',
  ...more,
});

/** Chooses the password and the second factor by the letter that was sent, and signs in. */
export const signedInByLetter = async (gateway: Gateway, email: string): Promise<{ ask: Ask; token: string }> => {
  const { link } = await aLetter(gateway, email);
  const chosen = { token: tokenIn(link), password: PASSWORD, password_confirmation: PASSWORD };
  await gateway.anonymous('post', '/auth/invitation', chosen).expect(204);
  const first = await gateway.anonymous('post', '/auth/login', { email, password: PASSWORD }).expect(200);
  const { token } = (first.body as { second_factor: { token: string } }).second_factor;
  const offer = await gateway.anonymous('post', '/auth/second-factor/setup', { token }).expect(200);
  const code = await generate({ secret: (offer.body as { secret: string }).secret });
  const confirmed = await gateway.anonymous('post', '/auth/second-factor/confirm', { token, code }).expect(200);
  const signedIn = (confirmed.body as { token: string }).token;
  return { ask: gateway.as(signedIn), token: signedIn };
};

/** Somebody who was appointed by the administrator, and has signed in. */
export const anAuditor = async (gateway: Gateway, scope: object, more: object = {}): Promise<Auditor> => {
  const admin = await gateway.admin();
  const body = appointment(scope, more);
  const answer = await admin('post', '/mandates', body).expect(201);
  return { ...(await signedInByLetter(gateway, body.email)), mandate: (answer.body as { mandate: Mandate }).mandate };
};
