import type { Vault } from '../ports';
import { updateIn } from './update-in';

/**
 * The place in the vault, in JSON, of the keys that an operator wants to look at, carry data from, or destroy, with the
 * results.
 */
export const REQUESTED_DESTRUCTIONS = 'destructions';
const NONE = '{}';

export type DestructionStep = 'look' | 'carry' | 'destroy';
/** `lines`: the result, in sentences without names; `refusal`: why nothing was done. Neither: it is under way. */
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
  // stores an explicit empty value: some vaults repeat a missing read on another member, and this one is read all the
  // time
  if (kept === null) await vault.putIfAbsent(REQUESTED_DESTRUCTIONS, NONE);
  return askedIn(kept);
};

/** @param asked null: the request is removed */
export const putRequested = async (vault: Kept, name: string, asked: RequestedDestruction | null): Promise<void> => {
  await updateIn(vault, REQUESTED_DESTRUCTIONS, (kept) => {
    const { [name]: _, ...others } = askedIn(kept);
    return JSON.stringify(asked === null ? others : { ...others, [name]: asked });
  });
};
