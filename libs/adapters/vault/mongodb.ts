import type { Vault } from '@dosar/kernel';
import { answered, isTaken, openMongo, type Mongo } from '../mongodb';

type Secret = { readonly _id: string; readonly value: string };

/**
 * Secrets in a database of their own, which may have a user and backups of its own. An answer means that the majority of
 * a replica set has it. What is removed is gone from the collection; the server's journal, its oplog and backups keep it
 * for as long as they are kept.
 * @throws CannotStart
 */
export const mongoVault = async (url: string, variable: string, suffix = ''): Promise<Vault> => {
  const mongo: Mongo = await openMongo(url, variable, suffix);
  const secrets = mongo.db.collection<Secret>('secrets', { readConcern: { level: 'majority' } });
  const valueOf = (key: string) => secrets.findOne({ _id: { $eq: key } });

  return {
    get: async (key) => (await answered(valueOf(key)))?.value ?? null,
    async putIfAbsent(key, value) {
      try {
        await secrets.insertOne({ _id: key, value });
        return true;
      } catch (error) {
        if (isTaken(error)) return false;
        return answered(Promise.reject(error as Error));
      }
    },
    async replaceIf(key, expected, value) {
      const replacing = secrets.updateOne({ _id: { $eq: key }, value: { $eq: expected } }, { $set: { value } });
      return (await answered(replacing)).matchedCount === 1;
    },
    async remove(key) {
      await answered(secrets.deleteOne({ _id: { $eq: key } }));
    },
    async *all(prefix) {
      const found = secrets.find({ _id: { $gte: prefix } }).sort({ _id: 1 });
      try {
        for (let secret = await answered(found.next()); secret; secret = await answered(found.next())) {
          if (!secret._id.startsWith(prefix)) return;
          yield [secret._id, secret.value] as const;
        }
      } finally {
        await found.close().catch(() => undefined);
      }
    },
    close: mongo.close,
  };
};
