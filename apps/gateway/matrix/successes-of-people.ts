import { randomUUID } from 'node:crypto';
import { generate } from 'otplib';
import type { SecondFactor, TwoStep, User } from '@dosar/contracts';
import { until } from '@dosar/kernel/testing/waiting';
import { unsubscribeToken } from '../notifications/unsubscribe-tokens';
import { anAuthenticator } from '../testing/authenticator';
import { aLetter, PASSWORD, tokenIn, type Ask } from '../testing/gateway';
import type { Success } from './probes';
import type { World } from './world';

const password = { current_password: PASSWORD };
const bodyOf = async <T>(asked: PromiseLike<{ readonly body: unknown }>) => (await asked).body as T;
/** The code of now, or of the step before, which is taken as well. */
const codeOf = (secret: string, steps = 0) => generate({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * 30 });

type Person = { readonly user: User; readonly email: string; readonly ask: Ask };

/** A person of the client, with a session of their own. */
export const someone = async (world: World): Promise<Person> => {
  const user = await world.aUser(world.companies.own.client.id);
  return { user, email: user.email!, ask: world.gateway.as(await world.tokenOf(user)) };
};
const linkTo = async ({ gateway }: World, email: string) => tokenIn((await aLetter(gateway, email)).link);

const waiting = async ({ gateway }: World, email: string) => {
  const asked = gateway.anonymous('post', '/auth/login', { email, password: PASSWORD }).expect(200);
  return (await bodyOf<SecondFactor>(asked)).second_factor.token;
};

const offered = async (ask: Ask) =>
  (await bodyOf<{ secret: string }>(ask('post', '/auth/two-step/totp', password).expect(200))).secret;
/** Somebody whose sign-in asks for the code of an authenticator. */
const withTotp = async (world: World) => {
  const person = await someone(world);
  const secret = await offered(person.ask);
  const code = await codeOf(secret, -1);
  await person.ask('post', '/auth/two-step/totp/confirm', { code }).expect(200);
  return { ...person, secret };
};

/** Adds a passkey of an authenticator of one's own. */
const addPasskey = async ({ gateway }: World, ask: Ask) => {
  type Options = { options: { challenge: string } };
  const { options } = await bodyOf<Options>(ask('post', '/auth/two-step/passkeys/options', password).expect(200));
  const credential = anAuthenticator(gateway.installation.config.publicUrl).make(options.challenge);
  return ask('post', '/auth/two-step/passkeys', { name: 'Telefon', credential });
};
const withPasskey = async (world: World) => {
  const person = await someone(world);
  const { two_step } = await bodyOf<{ two_step: TwoStep }>(addPasskey(world, person.ask));
  return { ...person, id: two_step.passkeys[0]!.id };
};

/**
 * An accountant who sets up two steps before their first session, since the administrator asks for them: of accountants, of
 * whom nobody else signs in.
 */
const settingUp = async (
  world: World,
  work: (token: string) => ReturnType<Success>,
): Promise<Awaited<ReturnType<Success>>> => {
  const { admin, companies } = world;
  const firm_id = companies.own.client.firm.id;
  const details = { role: 'accountant', name: 'Dan', email: `${randomUUID()}@firma.test`, password: PASSWORD, firm_id };
  await admin('post', '/users', details).expect(201);
  await admin('patch', '/settings', { two_step_required: ['accountant'] }).expect(200);
  const answer = await work(await waiting(world, details.email));
  await admin('patch', '/settings', { two_step_required: [] });
  return answer;
};

/** Somebody who has not followed their invitation yet. */
const invited = async ({ admin, companies }: World): Promise<User> => {
  const details = {
    role: 'user',
    name: 'Ana',
    email: `${randomUUID()}@firma.test`,
    client_id: companies.own.client.id,
  };
  return (await bodyOf<{ user: User }>(admin('post', '/users', details).expect(201))).user;
};

/** Of accounts and their proofs, and of what belongs to one person alone. */
export const successesOfPeople: Readonly<Record<string, Success>> = {
  'POST /auth/second-factor': async (world) => {
    const { email, secret } = await withTotp(world);
    const proof = { token: await waiting(world, email), method: 'totp', code: await codeOf(secret) };
    return world.gateway.anonymous('post', '/auth/second-factor', proof);
  },
  'POST /auth/second-factor/passkey-options': async (world) => {
    const { email } = await withPasskey(world);
    const token = await waiting(world, email);
    return world.gateway.anonymous('post', '/auth/second-factor/passkey-options', { token });
  },
  'POST /auth/second-factor/setup': (world) =>
    settingUp(world, (token) => world.gateway.anonymous('post', '/auth/second-factor/setup', { token })),
  'POST /auth/second-factor/confirm': (world) =>
    settingUp(world, async (token) => {
      const { anonymous } = world.gateway;
      const { secret } = await bodyOf<{ secret: string }>(anonymous('post', '/auth/second-factor/setup', { token }));
      return anonymous('post', '/auth/second-factor/confirm', { token, code: await codeOf(secret) });
    }),
  'POST /auth/sign-in-link': async (world) => {
    const { email } = await someone(world);
    return world.gateway.anonymous('post', '/auth/sign-in-link', { email });
  },
  'POST /auth/sign-in-link/use': async (world) => {
    const { email } = await someone(world);
    await world.gateway.anonymous('post', '/auth/sign-in-link', { email }).expect(202);
    return world.gateway.anonymous('post', '/auth/sign-in-link/use', { token: await linkTo(world, email) });
  },
  'GET /auth/reset-password/:token': async (world) => {
    const { email } = await someone(world);
    await world.gateway.anonymous('post', '/auth/forgot-password', { email });
    return world.gateway.anonymous('get', `/auth/reset-password/${await linkTo(world, email)}`);
  },
  'GET /auth/invitation/:token': async (world) => {
    const { email } = await invited(world);
    return world.gateway.anonymous('get', `/auth/invitation/${await linkTo(world, email!)}`);
  },
  'POST /auth/invitation': async (world) => {
    const { email } = await invited(world);
    const chosen = { password: 'Parola-Nouă-8', password_confirmation: 'Parola-Nouă-8' };
    return world.gateway.anonymous('post', '/auth/invitation', { token: await linkTo(world, email!), ...chosen });
  },
  'POST /auth/invitation/again': async (world) => {
    const { email } = await invited(world);
    return world.gateway.anonymous('post', '/auth/invitation/again', { token: await linkTo(world, email!) });
  },
  'POST /auth/two-step/totp/confirm': async (world) => {
    const { ask } = await someone(world);
    return ask('post', '/auth/two-step/totp/confirm', { code: await codeOf(await offered(ask)) });
  },
  'POST /auth/two-step/totp/disable': async (world) =>
    (await withTotp(world)).ask('post', '/auth/two-step/totp/disable', password),
  'POST /auth/two-step/recovery-codes': async (world) =>
    (await withTotp(world)).ask('post', '/auth/two-step/recovery-codes', password),
  'POST /auth/two-step/passkeys': async (world) => addPasskey(world, (await someone(world)).ask),
  'POST /auth/two-step/passkeys/:id/remove': async (world) => {
    const { ask, id } = await withPasskey(world);
    return ask('post', `/auth/two-step/passkeys/${id}/remove`, password);
  },
  'POST /users/:id/invitation': async (world, admin) => admin('post', `/users/${(await invited(world)).id}/invitation`),
  'POST /users/:id/invitation/link': async (world, admin) =>
    admin('post', `/users/${(await invited(world)).id}/invitation/link`),
  'POST /conversations': async (world) => {
    const participant_ids = [(await someone(world)).user.id];
    return world.admin('post', '/conversations', { participant_ids, title: randomUUID() });
  },
  'POST /notifications/unsubscribe/:token': async (world) => {
    const { user, email } = await someone(world);
    const token = unsubscribeToken(world.gateway.installation.keys.links, user.id, email);
    return world.gateway.anonymous('post', `/notifications/unsubscribe/${token}`);
  },
  'DELETE /search/history/:id': async (world) => {
    const { ask } = await someone(world);
    await ask('get', '/search?q=factura').expect(200);
    const entries = async () =>
      (await bodyOf<{ history: { id: string }[] }>(ask('get', '/search/history').expect(200))).history;
    await until(async () => (await entries()).length > 0);
    return ask('delete', `/search/history/${(await entries())[0]!.id}`);
  },
  'DELETE /search/saved/:id': async (world) => {
    const { ask } = await someone(world);
    const made = ask('post', '/search/saved', { name: 'Bonuri', query: 'bon', filters: {} }).expect(201);
    const [saved] = Object.values(await bodyOf<Record<string, { id: string }>>(made));
    return ask('delete', `/search/saved/${saved!.id}`);
  },
};
