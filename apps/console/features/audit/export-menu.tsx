import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Button, Menu } from '@mantine/core';
import { Braces, Download, FileText, Table } from 'lucide-react';
import { deedsApi, EXPORT_FORMATS } from '@dosar/contracts';
import { now } from '../../platform/clock';
import { useSentence } from '../../platform/faults';
import { dayOf } from '../../platform/format';
import { Refused } from '../../platform/refusals';
import { bytesOf, saveAs } from '../../platform/downloads/save';
import { toasts } from '../../platform/toasts';
import type { DeedSearch } from './audit.search';
import { queryOf } from './deed-filters';
import classes from './audit.module.css';

type Format = (typeof EXPORT_FORMATS)[number];

const ICONS = { csv: Table, jsonl: Braces, pdf: FileText } as const;

/** The events of what is looked for as a file: as many as there are, with bookkeeping where that is shown. */
const take = (filters: DeedSearch, format: Format): Promise<Blob> => {
  const query = { bookkeeping: 'false', ...queryOf(filters), format };
  return bytesOf(deedsApi.export, { query });
};

/** All that is looked for, to be taken away. */
export const ExportMenu = ({ filters }: { readonly filters: DeedSearch }) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { mutate, isPending } = useMutation({
    mutationFn: (format: Format) => take(filters, format),
    onSuccess: (bytes, format) => {
      saveAs(`audit-${dayOf(now(), { date_format: 'YYYY-MM-DD' })}.${format}`, bytes);
      toasts.show({ type: 'success', title: t('taking.exported') });
    },
    onError: (error) => {
      const [reason] = error instanceof Refused ? Object.values(error.problem.fields ?? {}) : [];
      toasts.show({ type: 'error', title: t('taking.failed'), message: reason ?? sentence(error) });
    },
    meta: { failure: null },
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<Download size={16} />}
          loading={isPending}
          className={classes.export}
          aria-label={t('taking.export')}
        >
          {t('taking.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {EXPORT_FORMATS.map((format) => {
          const Icon = ICONS[format];
          return (
            <Menu.Item key={format} leftSection={<Icon size={16} />} onClick={() => mutate(format)}>
              {t(`taking.${format}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
};
