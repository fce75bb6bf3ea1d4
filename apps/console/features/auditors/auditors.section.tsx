import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@mantine/core';
import type { MandateReport } from '@dosar/contracts';
import { useSentence } from '../../platform/faults';
import { momentOf } from '../../platform/format';
import { TryAgain } from '../../ui/faults/try-again';
import { PersonRow, PersonRows } from '../../ui/forms/person-rows';
import { Section } from '../../ui/forms/section';
import { auditorsOf } from './auditors.queries';
import { lastsText, periodText, scopeText } from './mandate-words';
import classes from './auditors.module.css';

/** So many things are named of each. */
const SHOWN = 5;

/** The same on the screen of a firm. */
export const AuditorsSection = ({ firmId }: { readonly firmId: string }) => {
  const { t } = useTranslation();
  return (
    <Section title={t('auditors.firmTitle')} hint={t('auditors.firmHint')}>
      <AuditorsList firmId={firmId} />
    </Section>
  );
};

/** Who audits a firm: what for, until when, and what they opened. */
export const AuditorsList = ({ firmId }: { readonly firmId: string }) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { data, error, refetch } = useQuery(auditorsOf(firmId));
  if (error && !data)
    return (
      <p data-wide>
        {sentence(error)} <TryAgain error={error} size="compact-sm" variant="subtle" onAgain={() => void refetch()} />
      </p>
    );
  if (!data) return <Skeleton height={60} radius="md" />;
  return (
    <PersonRows isEmpty={data.auditors.length === 0} empty={t('auditors.firmNone')}>
      {data.auditors.map((each) => (
        <One key={each.id} report={each} />
      ))}
    </PersonRows>
  );
};

const One = ({ report }: { readonly report: MandateReport }) => {
  const { t } = useTranslation();
  const { auditor, purpose, opened, opened_is_more: isMore } = report;
  const named = opened.filter(({ name }) => name !== null).slice(0, SHOWN);
  const count = isMore
    ? t('auditors.openedMore', { count: opened.length })
    : t('auditors.opened', { count: opened.length });
  const details = [purpose, scopeText(t, report), periodText(report), lastsText(t, report), count];
  return (
    <>
      <PersonRow name={auditor.name ?? auditor.email ?? ''} detail={details.filter(Boolean).join(' · ')} />
      {named.length > 0 && (
        <li>
          <ul className={classes.things}>
            {named.map(({ type, id, name, last_at }) => (
              <li key={`${type} ${id}`}>
                {name} · {momentOf(last_at)}
              </li>
            ))}
          </ul>
        </li>
      )}
    </>
  );
};
