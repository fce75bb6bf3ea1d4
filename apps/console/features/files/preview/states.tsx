import { useTranslation } from 'react-i18next';
import { useHotkeys } from '@mantine/hooks';
import { AccountingStatus, ProcessState, type File } from '@dosar/contracts';
import type { StatusChange } from '../files.mutations';
import { StatusChips } from '../list/status-chips';
import classes from './details.module.css';

type Props = {
  readonly file: File;
  /** Not while something else is asked. */
  readonly hasKeys?: boolean;
  /** Only for those who may change it. */
  readonly onChange?: ((change: StatusChange) => void) | undefined;
};

/** How far the accountant has come; each state has a key, so that a pile is worked through without the mouse. */
export const States = ({ file, hasKeys = true, onChange }: Props) => {
  const { t } = useTranslation();
  const states = ProcessState.options.map((value) => ({ process_state: value }));
  const statuses = [...AccountingStatus.options, null].map((value) => ({ accounting_status: value }));
  const all: readonly StatusChange[] = [...states, ...statuses];
  useHotkeys(onChange && hasKeys ? all.map((change, at) => [String(at + 1), () => onChange(change)]) : []);
  if (!onChange)
    return file.process_state === 'new' && file.accounting_status === null ? (
      <p className={classes.none}>{t('process.new')}</p>
    ) : (
      <StatusChips process_state={file.process_state} accounting_status={file.accounting_status} />
    );
  const group = (label: string, changes: readonly StatusChange[], from: number) => (
    <div role="group" aria-label={label} className={classes.states}>
      <span className={classes.label}>{label}</span>
      {changes.map((change, at) => {
        const { process_state: state, accounting_status: status } = change;
        const isOn = state === undefined ? file.accounting_status === status : file.process_state === state;
        const name = state ? t(`process.${state}`) : status ? t(`accounting.${status}`) : t('files.noStatus');
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isOn}
            className={classes.state}
            onClick={() => onChange(change)}
          >
            {name}
            <kbd aria-hidden="true">{from + at}</kbd>
          </button>
        );
      })}
    </div>
  );
  return (
    <>
      {group(t('files.processState'), states, 1)}
      {group(t('files.accountingStatus'), statuses, 1 + states.length)}
    </>
  );
};
