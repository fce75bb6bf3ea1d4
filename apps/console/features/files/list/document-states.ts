import { AccountingStatus, ProcessState, type File } from '@dosar/contracts';
import type { StatusChange } from '../files.mutations';

export type Step = ProcessState | AccountingStatus;
type States = Pick<File, 'process_state' | 'accounting_status'>;

/** How far a document can come, from the first step to the last; null takes what accounting says away. */
export const STEPS: readonly (Step | null)[] = [...ProcessState.options, ...AccountingStatus.options, null];

const isProcess = (step: Step): step is ProcessState => ProcessState.safeParse(step).success;

export const changeTo = (step: Step | null): StatusChange =>
  step !== null && isProcess(step) ? { process_state: step } : { accounting_status: step };

/** What is said of a document: one that is booked is also processed, and nobody has to be told both. */
export const statesOf = ({ process_state: state, accounting_status: status }: States): readonly Step[] => {
  if (status === 'accounting_completed') return [status];
  return status === null ? [state] : [state, status];
};

/** The sentence that says it. */
export const stateKey = (state: Step) =>
  isProcess(state) ? (`process.${state}` as const) : (`accounting.${state}` as const);

/** Whether whoever goes through documents is done with this one for now. */
export const isDoneWith = (change: StatusChange): boolean =>
  change.process_state === 'processed' || (change.accounting_status ?? null) !== null;
