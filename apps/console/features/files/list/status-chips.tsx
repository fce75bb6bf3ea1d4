import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { File } from '@dosar/contracts';
import { stateKey, statesOf } from '../../../platform/document-states';
import { Chip } from '../../../ui/chip';
import classes from './status-chips.module.css';

type States = Pick<File, 'process_state' | 'accounting_status'>;

/** How far the accountant has come with a document; faint for a new one. A row that is drawn anew mostly says the same. */
export const StatusChips = memo(({ process_state, accounting_status }: States) => {
  const { t } = useTranslation();
  const states = statesOf({ process_state, accounting_status });
  if (states.length === 1 && states[0] === 'new') return <span className={classes.new}>{t('process.new')}</span>;
  return (
    <span className={classes.chips}>
      {states
        .filter((state) => state !== 'new')
        .map((state) => (
          <Chip key={state} tone={state}>
            {t(stateKey(state))}
          </Chip>
        ))}
    </span>
  );
});
StatusChips.displayName = 'StatusChips';
