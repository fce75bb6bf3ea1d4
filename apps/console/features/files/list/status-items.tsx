import { useTranslation } from 'react-i18next';
import { Menu } from '@mantine/core';
import { Check } from 'lucide-react';
import { AccountingStatus, ProcessState } from '@dosar/contracts';
import type { Entry } from './entries';
import type { StatusChange } from '../files.mutations';

type Props = { readonly entries: readonly Entry[]; readonly onChange: (change: StatusChange) => void };

/** What all of them have; undefined when they differ. */
const common = <T,>(values: readonly T[]): T | undefined => (new Set(values).size === 1 ? values[0] : undefined);

/** How far the accountant has come, to be chosen for one document or many. */
export const StatusItems = ({ entries, onChange }: Props) => {
  const { t } = useTranslation();
  const files = entries.flatMap((entry) => (entry.kind === 'file' ? [entry.file] : []));
  const state = common(files.map(({ process_state }) => process_state));
  const accounting = common(files.map(({ accounting_status }) => accounting_status));
  const mark = (isOn: boolean) => isOn && <Check size={15} aria-hidden="true" />;
  return (
    <>
      <Menu.Label>{t('files.processState')}</Menu.Label>
      {ProcessState.options.map((each) => (
        <Menu.Item key={each} rightSection={mark(each === state)} onClick={() => onChange({ process_state: each })}>
          {t(`process.${each}`)}
        </Menu.Item>
      ))}
      <Menu.Label>{t('files.accountingStatus')}</Menu.Label>
      {[...AccountingStatus.options, null].map((each) => (
        <Menu.Item
          key={each}
          rightSection={mark(each === accounting)}
          onClick={() => onChange({ accounting_status: each })}
        >
          {each === null ? t('files.noStatus') : t(`accounting.${each}`)}
        </Menu.Item>
      ))}
    </>
  );
};
