import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import type { EXPORTED_LISTS } from '@dosar/contracts';
import { now } from '../../platform/clock';
import { dayOf } from '../../platform/format';
import { toasts } from '../../platform/toasts';
import type { Column } from './columns';
import { takeList } from './take-list';

type Props<T> = {
  readonly list: (typeof EXPORTED_LISTS)[number];
  /** The beginning of the file's name. */
  readonly name: string;
  readonly columns: readonly Column<T>[];
  /** The whole filtered list. @throws Refused, Unreachable */
  readonly read: () => Promise<readonly T[]>;
};

const today = () => dayOf(now()).split('.').reverse().join('-');

/** Exports the list as a file. */
export const ExportButton = <T,>({ list, name, columns, read }: Props<T>) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const rows = await read();
      const lines = rows.map((row) => columns.map(({ text }) => text(row)));
      await takeList({ list }, `${name}-${today()}`, [columns.map(({ label }) => label), ...lines]);
      return rows;
    },
    onSuccess: (rows) => {
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
