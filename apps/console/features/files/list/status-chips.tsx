import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { File } from '@dosar/contracts';
import { Chip } from '../../../ui/chip';
import classes from './status-chips.module.css';

type States = Pick<File, 'process_state' | 'accounting_status'>;

/** How far the accountant has come with a document; faint for a new one. A row that is drawn anew mostly says the same. */
export const StatusChips = memo(({ process_state: state, accounting_status: accounting }: States) => {
  const { t } = useTranslation();
  if (state === 'new' && accounting === null) return <span className={classes.new}>{t('process.new')}</span>;
  return (
    <span className={classes.chips}>
      {state !== 'new' && <Chip tone={state === 'processed' ? 'done' : 'busy'}>{t(`process.${state}`)}</Chip>}
      {accounting !== null && (
        <Chip tone={accounting === 'accounting_completed' ? 'done' : 'plain'}>{t(`accounting.${accounting}`)}</Chip>
      )}
    </span>
  );
});
StatusChips.displayName = 'StatusChips';
