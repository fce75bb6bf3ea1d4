// Logs as they are after years, made by the commands that people use: folders, files, renames. Much faster than over HTTP.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const MASTER_KEY = 'master.key';
const PER_FOLDER = 40;

/** @returns the keys of an installation in a folder whose server is stopped */
export const keysOf = async (dataDir, load) => {
  const { keyring, masters } = await load('kernel');
  const { sqliteVault } = await load('vault');
  const vault = sqliteVault(join(dataDir, 'vault.db'));
  const master = masters([Buffer.from(readFileSync(join(dataDir, MASTER_KEY), 'utf8').trim(), 'hex')]);
  return { vault, master, ring: keyring(vault, master) };
};

/** Opens a folder whose server is stopped for commands. @returns how to give them, its keys, and how to close it */
export const commandsIn = async (dataDir, load, tenantOf) => {
  const { beginGrowing, commandHandler, once } = await load('kernel');
  const { sqliteEventStore } = await load('event-store');
  const { sqliteSnapshots } = await load('snapshots');
  const events = await sqliteEventStore(join(dataDir, 'log.db'));
  const snapshots = await sqliteSnapshots(join(dataDir, 'snapshots.db'));
  const { vault, master, ring } = await keysOf(dataDir, load);
  await beginGrowing(vault);
  const handler = commandHandler({ events, snapshots, keyring: ring, tenantOf, isUsed: async () => false });
  const handle = async (decider, id, type, data, origin) => {
    const outcome = await handler.handle({ decider, id, command: { type, data }, context: once(), origin });
    if (outcome.refused || outcome.code) throw new Error(`${type}: ${JSON.stringify(outcome)}`);
  };
  const close = async () => {
    for (const port of [events, snapshots, vault]) await port.close();
  };
  return { handle, vault, master, close };
};

/** By whom a command is, as the log says it. */
export const originOf = (userId, number, newId) => ({
  actor: { kind: 'user', id: userId, role: 'user', sessionId: newId() },
  correlationId: newId(),
  causationId: null,
  ip: `192.0.2.${number % 250}`,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
});

/**
 * Appends so many events to the drives of these people's clients, in turns, to a log whose server is stopped.
 * @param {{ clientId: string, firmId: string, userId: string }[]} people
 */
export const growLog = async ({ dataDir, load, people, count, perFolder = PER_FOLDER }) => {
  const { newId } = await load('kernel');
  const { drive } = await load('drive');
  const firms = new Map(people.map(({ clientId, firmId }) => [clientId, firmId]));
  const tenantOf = ({ clientIds: [clientId] }) => ({ firmId: firms.get(clientId), clientId });
  const commands = await commandsIn(dataDir, load, tenantOf);

  let made = 0;
  const fill = async ({ clientId, userId }, number) => {
    const origin = originOf(userId, number, newId);
    const handle = (type, data) => {
      made += 1;
      return commands.handle(drive, clientId, type, data, origin);
    };
    let folderId = null;
    for (let step = 0; made < count; step += 1) {
      if (step % perFolder === 0) {
        folderId = newId();
        await handle('CreateFolder', { folderId, parentId: null, name: `Luna ${newId()}` });
      }
      const fileId = newId();
      const name = `Factură ${number}-${step} Construcții ${newId().slice(-6)}.pdf`;
      const bytes = { blobId: 'b'.repeat(32), size: 27_321, sha256: 'a'.repeat(64), bytesKey: 'c'.repeat(43) };
      const content = { ...bytes, mimeType: 'application/pdf' };
      const source = { kind: 'upload', id: null };
      await handle('UploadFile', { fileId, folderId, name, ...content, source, quota: 0 });
      if (step % 3 === 0) await handle('RenameFile', { fileId, name: `verificat ${name}` });
    }
  };
  await Promise.all(people.map(fill));
  await commands.close();
};
