import { useTranslation } from 'react-i18next';
import { Menu } from '@mantine/core';
import { Check } from 'lucide-react';
import { stateKey, statesOf, STEPS } from '../../../platform/document-states';
import type { Entry } from './entries';
import type { StatusChange } from '../files.mutations';
import { changeTo } from './status-change';
import classes from './status-chips.module.css';

type Props = { readonly entries: readonly Entry[]; readonly onChange: (change: StatusChange) => void };

/** How far the accountant has come, to be chosen for one document or many: those that all of them have are ticked. */
export const StatusItems = ({ entries, onChange }: Props) => {
  const { t } = useTranslation();
  const files = entries.flatMap((entry) => (entry.kind === 'file' ? [entry.file] : []));
  return (
    <>
      <Menu.Label>{t('files.statusOf', { count: files.length })}</Menu.Label>
      {STEPS.map((step) => (
        <Menu.Item
          key={step}
          leftSection={<span className={classes.dot} data-tone={step ?? 'none'} />}
          rightSection={
            step !== null &&
            files.length > 0 &&
            files.every((file) => statesOf(file).includes(step)) && <Check size={15} aria-hidden="true" />
          }
          onClick={() => onChange(changeTo(step))}
        >
          {step === null ? t('files.noStatus') : t(stateKey(step))}
        </Menu.Item>
      ))}
    </>
  );
};
