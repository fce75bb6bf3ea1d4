import type { Vault } from '../ports';
import { updateIn } from './update-in';

/** In the vault: which keys an operator wants to be looked at, carried from or destroyed, and what came of it, in JSON. */
export const REQUESTED_DESTRUCTIONS = 'destructions';
const NONE = '{}';

export type DestructionStep = 'look' | 'carry' | 'destroy';
/** `lines`: what came of it, in sentences without names; `refusal`: why nothing did. Neither: it is under way. */
export type RequestedDestruction = {
  readonly step: DestructionStep;
  readonly at: string;
  readonly lines?: readonly string[];
  readonly refusal?: string;
};
export type RequestedDestructions = Readonly<Record<string, RequestedDestruction>>;

type Kept = Pick<Vault, 'get' | 'putIfAbsent' | 'replaceIf'>;

const askedIn = (kept: string | null): RequestedDestructions => JSON.parse(kept ?? NONE) as RequestedDestructions;

export const readRequested = async (vault: Kept): Promise<RequestedDestructions> => {
  const kept = await vault.get(REQUESTED_DESTRUCTIONS);
  // that there is nothing is asked twice of some vaults: it is looked at all the time
  if (kept === null) await vault.putIfAbsent(REQUESTED_DESTRUCTIONS, NONE);
  return askedIn(kept);
};

/** @param asked null: it is taken out */
export const putRequested = async (vault: Kept, name: string, asked: RequestedDestruction | null): Promise<void> => {
  await updateIn(vault, REQUESTED_DESTRUCTIONS, (kept) => {
    const { [name]: _, ...others } = askedIn(kept);
    return JSON.stringify(asked === null ? others : { ...others, [name]: asked });
  });
};
