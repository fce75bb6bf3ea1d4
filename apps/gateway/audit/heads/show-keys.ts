import { headsApi } from '@dosar/contracts';
import { keyIdOf, publicKeyOf, signingKeys, verifierKey } from '@dosar/kernel/runtime';
import { useCase } from '../../platform/use-cases/use-case';
import { headNow } from './list-heads';

export const showKeys = useCase(headsApi.publicKey, async (_, { installation }) => {
  const { origin } = await headNow(installation);
  const keys = (await signingKeys(installation.ports)).map(({ publicKey, since, note }) => ({
    raw: Buffer.from(publicKey, 'base64'),
    since,
    note,
  }));
  const { raw } = keys.at(-1)!;
  return {
    algorithm: 'Ed25519' as const,
    key_id: keyIdOf(origin, raw),
    public_key: publicKeyOf(raw).export({ format: 'pem', type: 'spki' }).toString(),
    verifier_key: verifierKey(origin, raw),
    keys: keys.map(({ raw: each, since, note }) => ({ verifier_key: verifierKey(origin, each), since, note })),
  };
});
