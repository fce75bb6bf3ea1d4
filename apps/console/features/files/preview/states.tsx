import { useTranslation } from 'react-i18next';
import { useHotkeys } from '@mantine/hooks';
import type { File } from '@dosar/contracts';
import { stateKey, statesOf, STEPS } from '../../../platform/document-states';
import type { StatusChange } from '../files.mutations';
import { StatusChips } from '../list/status-chips';
import chips from '../list/status-chips.module.css';
import { changeTo } from '../list/status-change';
import classes from './details.module.css';

type Props = {
  readonly file: File;
  /** Not while something else is asked. */
  readonly hasKeys?: boolean;
  /** Only for those who may change it. */
  readonly onChange?: ((change: StatusChange) => void) | undefined;
};

/** How far the accountant has come; each step has a key, so that many are gone through without the mouse. */
export const States = ({ file, hasKeys = true, onChange }: Props) => {
  const { t } = useTranslation();
  // each document shown is one press: a key that is held would go on with those that nobody has seen
  const pressed = (step: (typeof STEPS)[number]) => (event: KeyboardEvent) =>
    event.repeat || onChange?.(changeTo(step));
  useHotkeys(onChange && hasKeys ? STEPS.map((step, at) => [String(at + 1), pressed(step)]) : []);
  if (!onChange) return <StatusChips process_state={file.process_state} accounting_status={file.accounting_status} />;
  const states = statesOf(file);
  return (
    <div role="group" aria-label={t('files.status')} className={classes.states}>
      {STEPS.map((step, at) => (
        <button
          key={step}
          type="button"
          aria-pressed={step === null ? file.accounting_status === null : states.includes(step)}
          className={classes.state}
          onClick={() => onChange(changeTo(step))}
        >
          <span className={chips.dot} data-tone={step ?? 'none'} />
          <span className={classes.step}>{step === null ? t('files.noStatus') : t(stateKey(step))}</span>
          <kbd aria-hidden="true">{at + 1}</kbd>
        </button>
      ))}
    </div>
  );
};
