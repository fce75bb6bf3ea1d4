// An installation with so many clients of one firm, made by the real server, which is stopped then.
import { aFirm, must } from '../rel/client.mjs';
import { freePort, startServer } from '../rel/server.mjs';

/** @returns {Promise<{ clientId: string, firmId: string, userId: string, email: string }[]>} a user of each client */
export const anOffice = async (dataDir, clients) => {
  const server = await startServer({ dataDir, port: await freePort() });
  const { firm, people } = await aFirm(server.url, clients);
  const found = [];
  for (const { ask, client, email } of people) {
    const { id: userId } = must(await ask('GET', '/users/me'), 200, 'user');
    found.push({ clientId: client.id, firmId: firm.id, userId, email });
  }
  await server.stop();
  return found;
};
