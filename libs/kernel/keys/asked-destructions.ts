import type { Vault } from '../ports';
import { updateIn } from './update-in';

/** In the vault: which keys an operator wants to be looked at, carried from or destroyed, and what came of it, in JSON. */
export const DESTRUCTIONS_ASKED = 'destructions';
const NONE = '{}';

export type DestructionStep = 'look' | 'carry' | 'destroy';
/** `lines`: what came of it, in sentences without names; `refusal`: why nothing did. Neither: it is under way. */
export type AskedDestruction = {
  readonly step: DestructionStep;
  readonly at: string;
  readonly lines?: readonly string[];
  readonly refusal?: string;
};
export type AskedDestructions = Readonly<Record<string, AskedDestruction>>;

type Kept = Pick<Vault, 'get' | 'putIfAbsent' | 'replaceIf'>;

const askedIn = (kept: string | null): AskedDestructions => JSON.parse(kept ?? NONE) as AskedDestructions;

export const readAsked = async (vault: Kept): Promise<AskedDestructions> => {
  const kept = await vault.get(DESTRUCTIONS_ASKED);
  // that there is nothing is asked twice of some vaults: it is looked at all the time
  if (kept === null) await vault.putIfAbsent(DESTRUCTIONS_ASKED, NONE);
  return askedIn(kept);
};

/** @param asked null: it is taken out */
export const putAsked = async (vault: Kept, name: string, asked: AskedDestruction | null): Promise<void> => {
  await updateIn(vault, DESTRUCTIONS_ASKED, (kept) => {
    const { [name]: _, ...others } = askedIn(kept);
    return JSON.stringify(asked === null ? others : { ...others, [name]: asked });
  });
};
