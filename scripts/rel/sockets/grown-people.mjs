// People who are signed in, made by the commands that do so, without a password or a request: as many as one likes.
import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { commandsIn, originOf } from '../../bench/grown-log.mjs';
import { inLanes } from './lines.mjs';

/** An Ed25519 key as PKCS#8 is this and its seed. */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const TOKEN_SECONDS = 15 * 60;
const AT_ONCE = 64;

/** Signs access tokens as the server does. @returns {(claims: object) => string} */
const signer = (seed) => {
  const key = createPrivateKey({ key: Buffer.concat([ED25519, seed]), format: 'der', type: 'pkcs8' });
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return (claims) => {
    const iat = Math.floor(Date.now() / 1_000);
    const all = { iss: 'dosar', aud: 'dosar', jti: randomUUID(), iat, exp: iat + TOKEN_SECONDS, ...claims };
    const said = `${part({ alg: 'EdDSA', typ: 'at+jwt' })}.${part(all)}`;
    return `${said}.${sign(null, Buffer.from(said), key).toString('base64url')}`;
  };
};

/**
 * Adds people to the clients of an office in turns, each with so many sessions, while its server is stopped.
 * @param {{ dataDir: string, load: Function, office: { clientId: string, firmId: string }[], users: number, sessions: number }} how
 * @returns {Promise<{ id: string, tokens: () => string[] }[]>} their tokens hold for fifteen minutes
 */
export const growPeople = async ({ dataDir, load, office, users, sessions }) => {
  const { newId, purposeKey } = await load('kernel');
  const { user } = await load('user');
  const { session } = await load('session');
  const firmOf = new Map(office.map(({ clientId, firmId }) => [clientId, firmId]));
  const clientOf = new Map();
  const tenantOf = ({ userId, clientIds }) => {
    const clientId = clientIds ? clientIds[0] : clientOf.get(userId);
    return { firmId: firmOf.get(clientId), clientId };
  };
  const commands = await commandsIn(dataDir, load, tenantOf);
  const token = signer(await purposeKey(commands.vault, commands.master, 'tokens'));
  const people = [];
  await inLanes(users, AT_ONCE, async (at) => {
    const id = newId();
    const credentialId = newId();
    const { clientId } = office[at % office.length];
    clientOf.set(id, clientId);
    const origin = originOf(id, at, newId);
    const person = { name: `Om ${at}`, email: `om.${id}@firma.test`, phone: null, role: 'user', firmId: null };
    const registered = { ...person, clientIds: [clientId], credentialId, language: 'ro' };
    await commands.handle(user, id, 'RegisterUser', registered, origin);
    const ids = Array.from({ length: sessions }, () => newId());
    const proven = { userId: id, method: 'password', secondFactor: null, credentialId };
    for (const each of ids) await commands.handle(session, each, 'SignIn', proven, origin);
    people.push({ id, clientId, tokens: () => ids.map((sid) => token({ user_id: id, role: 'user', sid })) });
  });
  await commands.close();
  return people;
};
