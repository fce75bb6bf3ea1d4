import { useTranslation } from 'react-i18next';
import type { File } from '@dosar/contracts';
import { Chip } from '../../ui/chip';
import classes from './status-chips.module.css';

/** How far the accountant has come with a document; faint for a new one. */
export const StatusChips = ({ file }: { readonly file: File }) => {
  const { t } = useTranslation();
  const { process_state: state, accounting_status: accounting } = file;
  if (state === 'new' && accounting === null) return <span className={classes.new}>{t('process.new')}</span>;
  return (
    <span className={classes.chips}>
      {state !== 'new' && <Chip tone={state === 'processed' ? 'done' : 'busy'}>{t(`process.${state}`)}</Chip>}
      {accounting !== null && (
        <Chip tone={accounting === 'accounting_completed' ? 'done' : 'plain'}>{t(`accounting.${accounting}`)}</Chip>
      )}
    </span>
  );
};
