import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { dayOf } from '../../platform/format';
import { saveAs } from '../../platform/downloads/save';
import { toasts } from '../../platform/toasts';
import type { Column } from './columns';
import { csvOf } from './csv';

type Props<T> = {
  /** The beginning of the file's name. */
  readonly name: string;
  readonly columns: readonly Column<T>[];
  /** The whole filtered list. @throws Refused, Unreachable */
  readonly read: () => Promise<readonly T[]>;
};

const today = () => dayOf(new Date()).split('.').reverse().join('-');

/** Exports the list as a file. */
export const ExportButton = <T,>({ name, columns, read }: Props<T>) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: read,
    onSuccess: (rows) => {
      const head = columns.map(({ label }) => label);
      const text = csvOf([head, ...rows.map((row) => columns.map(({ text: of }) => of(row)))]);
      saveAs(`${name}-${today()}.csv`, new Blob([text], { type: 'text/csv;charset=utf-8' }));
      toasts.show({ type: 'success', title: t('list.exported', { count: rows.length }) });
    },
    meta: { failure: 'list.exportFailed' },
  });
  return (
    <Button variant="default" leftSection={<Download size={16} />} loading={isPending} onClick={() => mutate()}>
      {t('list.export')}
    </Button>
  );
};
