import { headsApi } from '@dosar/contracts';
import { proofBetween, proofOfRecord } from '@dosar/kernel/runtime';
import { audit } from '@dosar/domain/audit/audit.projector';
import { notFound, wrongField } from '../../platform/http/problem';
import type { ViewRows } from '../../platform/reads/rows';
import { useCase } from '../../platform/use-cases/use-case';
import { NotedReads } from '../noted-reads';
import { headNow, notYet } from './list-heads';

const asTexts = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('base64'));

const positionOf = async (rows: ViewRows, eventId: string): Promise<bigint> => {
  const [row] = await rows.find(audit, { where: { event_id: eventId }, limit: 1 });
  if (!row) throw notFound();
  return row.position;
};

export const proveInclusion = useCase(
  headsApi.inclusion,
  async ({ query: { event_id } }, { call, rows, installation, use }) => {
    const position = await positionOf(rows, event_id);
    const proven = await proofOfRecord(installation.ports, position);
    if (!proven) throw notYet();
    await use(NotedReads).event(call, event_id);
    const { head, text, index, leaf, proof } = proven;
    return {
      record: text,
      leaf_index: index,
      leaf_hash: leaf.toString('base64'),
      tree_size: head.size,
      root_hash: head.root,
      proof: asTexts(proof),
      note: head.note,
    };
  },
);

export const proveConsistency = useCase(
  headsApi.consistency,
  async ({ query: { first, second } }, { installation }) => {
    if (first > second) throw wrongField('first', 'above_second');
    const { origin, size } = await headNow(installation);
    if (second > size) throw wrongField('second', 'beyond_head', { max: size });
    const { firstRoot, secondRoot, proof } = await proofBetween(installation.ports, origin, first, second);
    const [first_root, second_root] = asTexts([firstRoot, secondRoot]) as [string, string];
    return { first_root, second_root, proof: asTexts(proof) };
  },
);
