import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Plus, ScanSearch } from 'lucide-react';
import { PAGE_SIZE, type Mandate } from '@dosar/contracts';
import { useFault } from '../../platform/queries';
import { toasts } from '../../platform/toasts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog';
import { PersonRow, PersonRows } from '../../ui/forms/person-rows';
import { Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { Fault } from '../../ui/screens';
import { Pager } from '../../ui/table/pager';
import { endMandate, mandates } from './auditors.queries';
import { lastsText, periodText, scopeText } from './mandate-words';
import { ProlongDialog } from './prolong.dialog';
import classes from './auditors.module.css';

type Asked = { readonly what: 'end' | 'prolong'; readonly mandate: Mandate };

/** All mandates of auditors, those that have ended among them. */
export const AuditorsScreen = () => {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<number>(PAGE_SIZE.default);
  const [asked, setAsked] = useState<Asked | null>(null);
  const found = useQuery({ ...mandates({ page, pageSize: size }), placeholderData: keepPreviousData });
  const { data, refetch } = found;
  const fault = useFault(found);
  useDocumentTitle(t('auditors.page'));
  const close = () => setAsked(null);
  return (
    <Page title={t('auditors.title')} text={t('auditors.text')} actions={<Appoint />}>
      {fault !== null && <Fault error={fault} reset={() => void refetch()} />}
      {fault === null && !data && <Skeleton height={120} radius="md" />}
      {fault === null && data?.total === 0 && (
        <Notice icon={ScanSearch} title={t('auditors.none')} text={t('auditors.noneText')} />
      )}
      {fault === null && data && data.total > 0 && (
        <>
          <PersonRows isEmpty={false} empty="">
            {data.mandates.map((mandate) => (
              <Row key={mandate.id} mandate={mandate} onAsk={(what) => setAsked({ what, mandate })} />
            ))}
          </PersonRows>
          <Pager page={page} pageSize={size} total={data.total} onPage={setPage} onSize={setSize} />
        </>
      )}
      {asked?.what === 'end' && <EndDialog mandate={asked.mandate} onClose={close} />}
      {asked?.what === 'prolong' && <ProlongDialog mandate={asked.mandate} onClose={close} />}
    </Page>
  );
};

const Appoint = () => {
  const { t } = useTranslation();
  return (
    <Button renderRoot={(props) => <Link to="/admin/auditors/appoint" {...props} />} leftSection={<Plus size={16} />}>
      {t('auditors.appoint')}
    </Button>
  );
};

type RowProps = { readonly mandate: Mandate; readonly onAsk: (what: Asked['what']) => void };

const Row = ({ mandate, onAsk }: RowProps) => {
  const { t } = useTranslation();
  const { auditor, purpose, ended_at } = mandate;
  const name = auditor.name ?? auditor.email ?? '';
  const details = [scopeText(t, mandate), periodText(mandate), purpose, lastsText(t, mandate)];
  return (
    <PersonRow
      name={name}
      detail={details.filter(Boolean).join(' · ')}
      link={{ to: '/admin/users/$id', params: { id: auditor.id } }}
      action={
        ended_at === null && (
          <span className={classes.actions}>
            <Button variant="subtle" size="compact-sm" onClick={() => onAsk('prolong')}>
              {t('auditors.prolong')}
            </Button>
            <Button variant="subtle" size="compact-sm" color="red" onClick={() => onAsk('end')}>
              {t('auditors.end')}
            </Button>
          </span>
        )
      }
    />
  );
};

type DialogProps = { readonly mandate: Mandate; readonly onClose: () => void };

const EndDialog = ({ mandate: { id, auditor }, onClose }: DialogProps) => {
  const { t } = useTranslation();
  const { mutateAsync } = useMutation(endMandate());
  const name = auditor.name ?? auditor.email ?? '';
  const end = async () => {
    await mutateAsync({ params: { id } });
    toasts.show({ type: 'success', title: t('auditors.endDone', { name }) });
  };
  return (
    <ConfirmDialog
      title={t('auditors.endQuestion', { name })}
      text={t('auditors.endText')}
      action={t('auditors.end')}
      isDangerous
      onConfirm={end}
      onClose={onClose}
    />
  );
};
