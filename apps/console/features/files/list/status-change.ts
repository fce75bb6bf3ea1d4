import { isProcess, type Step } from '../../../platform/document-states';
import type { StatusChange } from '../files.mutations';

export const changeTo = (step: Step | null): StatusChange =>
  step !== null && isProcess(step) ? { process_state: step } : { accounting_status: step };

/** Whether whoever goes through documents is done with this one for now. */
export const isDoneWith = (change: StatusChange): boolean =>
  change.process_state === 'processed' || (change.accounting_status ?? null) !== null;
