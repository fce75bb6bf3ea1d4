import { Unread } from '../texts/outcome';
import type { Parts } from '../texts/parts';

const MOST_RELATIONS = 10_000;

export type Relation = { readonly type: string; readonly part: string };

/** The part that a relation names: from the root, or from the folder of the part that has it. */
const targetOf = (from: string, target: string): string => {
  const path = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of target.replaceAll('\\', '/').split('/'))
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  return path.join('/');
};

/** What a part of a package is related to, by the ids that the part uses. @throws Unread */
export const relationsOf = async (parts: Parts, part: string): Promise<ReadonlyMap<string, Relation>> => {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const relations = new Map<string, Relation>();
  await parts.read(`${folder}_rels/${part.slice(folder.length)}.rels`, {
    open: (name, attribute) => {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
      if (relations.size >= MOST_RELATIONS) throw new Unread('too_large');
      const type = attribute('Type') ?? '';
      const target = { type: type.slice(type.lastIndexOf('/') + 1), part: targetOf(part, attribute('Target') ?? '') };
      relations.set(attribute('Id') ?? '', target);
    },
  });
  return relations;
};

/** The first related part of that type. */
export const relatedPart = (relations: ReadonlyMap<string, Relation>, type: string): string | undefined =>
  [...relations.values()].find((each) => each.type === type)?.part;
