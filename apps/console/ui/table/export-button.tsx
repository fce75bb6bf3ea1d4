import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useComplaint } from '../../platform/faults';
import { dayOf } from '../../platform/format';
import { toasts } from '../../platform/toasts';
import type { Column } from './columns';
import { csvOf, saveAs } from './csv';

type Props<T> = {
  /** How the file begins. */
  readonly name: string;
  readonly columns: readonly Column<T>[];
  /** The whole list, as it is filtered. @throws Refused, Unreachable */
  readonly read: () => Promise<readonly T[]>;
};

const today = () => dayOf(new Date()).split('.').reverse().join('-');

/** The list as a file. */
export const ExportButton = <T,>({ name, columns, read }: Props<T>) => {
  const { t } = useTranslation();
  const complain = useComplaint();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const rows = await read();
      const head = columns.map(({ label }) => label);
      saveAs(`${name}-${today()}.csv`, csvOf([head, ...rows.map((row) => columns.map(({ text }) => text(row)))]));
      toasts.show({ type: 'success', title: t('list.exported', { count: rows.length }) });
    } catch (error) {
      complain(t('list.exportFailed'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" leftSection={<Download size={16} />} loading={busy} onClick={() => void save()}>
      {t('list.export')}
    </Button>
  );
};
