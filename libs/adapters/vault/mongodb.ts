import type { Vault } from '@dosar/kernel/runtime';
import { answered, each, isTaken, openMongo, type Mongo } from '../mongodb';

type Secret = { readonly _id: string; readonly value: string };

/** How long a linearizable read may take: right after an election the primary first has to hear from the majority. */
const CERTAIN_MS = 4_000;
/** A linearizable read takes one id: before a list is read, one is made of an id that nothing has. */
const NOWHERE = '';

/**
 * Secrets in a database of their own, which may have a user and backups of its own. An answer means that the majority of
 * a replica set has it. What is removed is gone from the collection; the server's journal, its oplog and backups keep it
 * for as long as they are kept.
 * @throws CannotStart
 */
export const mongoVault = async (url: string, variable: string, suffix = ''): Promise<Vault> => {
  const mongo: Mongo = await openMongo(url, variable, suffix);
  const secrets = mongo.db.collection<Secret>('secrets', { readConcern: { level: 'majority' } });

  /**
   * Right after a failover the new primary may miss writes that the majority has: an empty answer is checked by a
   * linearizable read.
   */
  const certainly = async (key: string): Promise<Secret | null> =>
    answered(secrets.findOne({ _id: { $eq: key } }, { readConcern: { level: 'linearizable' }, maxTimeMS: CERTAIN_MS }));

  return {
    async get(key) {
      const found = (await answered(secrets.findOne({ _id: { $eq: key } }))) ?? (await certainly(key));
      return found?.value ?? null;
    },
    async putIfAbsent(key, value) {
      try {
        await answered(secrets.insertOne({ _id: key, value }));
        return true;
      } catch (error) {
        if (isTaken(error)) return false;
        throw error;
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
      await certainly(NOWHERE);
      for await (const { _id, value } of each(secrets.find({ _id: { $gte: prefix } }).sort({ _id: 1 }))) {
        if (!_id.startsWith(prefix)) return;
        yield [_id, value] as const;
      }
    },
    close: mongo.close,
  };
};
