import { AccountingStatus, ProcessState, type File } from '@dosar/contracts';

export type Step = ProcessState | AccountingStatus;
type States = Pick<File, 'process_state' | 'accounting_status'>;

/** How far a document can come, from the first step to the last; null takes what accounting says away. */
export const STEPS: readonly (Step | null)[] = [...ProcessState.options, ...AccountingStatus.options, null];

export const isProcess = (step: Step): step is ProcessState => ProcessState.safeParse(step).success;

/** What is said of a document: one that is booked is also processed, and nobody has to be told both. */
export const statesOf = ({ process_state: state, accounting_status: status }: States): readonly Step[] => {
  if (status === 'accounting_completed') return [status];
  return status === null ? [state] : [state, status];
};

/** The sentence that says it. */
export const stateKey = (state: Step) =>
  isProcess(state) ? (`process.${state}` as const) : (`accounting.${state}` as const);
