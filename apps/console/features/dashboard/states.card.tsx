import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { AccountingStatus, ProcessState, type Dashboard } from '@dosar/contracts';
import { countOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { Card } from '../../ui/card';
import type { DocumentsFilter } from '../files/documents/documents.queries';
import { assignedOnly } from './dashboard.queries';
import classes from './dashboard.module.css';

type Tone = 'none' | 'plain' | 'busy' | 'done';
type State = {
  readonly search: DocumentsFilter;
  readonly label: string;
  readonly count: number;
  readonly tone: Tone;
};

type Props = { readonly states: Dashboard['by_status']; readonly isAssignedOnly: boolean };

/** How many documents are in which state: a table whose rows are bars, each with the way to what it counts. */
export const StatesCard = ({ states, isAssignedOnly }: Props) => {
  const { t } = useTranslation();
  const only = assignedOnly(isAssignedOnly);
  const { process_state: process, accounting_status: accounting } = states;
  const tones: Readonly<Record<ProcessState | AccountingStatus, Tone>> = {
    new: 'plain',
    processing: 'busy',
    processed: 'done',
    accounting_pending: 'plain',
    accounting_in_review: 'busy',
    accounting_completed: 'done',
  };
  return (
    <div className={classes.part}>
      <Card title={t('dashboard.states')}>
        <Bars
          title={t('dashboard.process')}
          states={ProcessState.options.map((state) => ({
            search: { ...only, state },
            label: t(`process.${state}`),
            count: process[state],
            tone: tones[state],
          }))}
        />
        <Bars
          title={t('dashboard.accounting')}
          states={[
            {
              search: { ...only, accounting: 'none' },
              label: t('dashboard.noStatus'),
              count: accounting.none,
              tone: 'none',
            },
            ...AccountingStatus.options.map((state) => ({
              search: { ...only, accounting: state },
              label: t(`accounting.${state}`),
              count: accounting[state],
              tone: tones[state],
            })),
          ]}
        />
      </Card>
    </div>
  );
};

const Bars = ({ title, states }: { readonly title: string; readonly states: readonly State[] }) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const most = Math.max(1, ...states.map(({ count }) => count));
  return (
    <table className={classes.bars}>
      <caption>{title}</caption>
      <thead className={classes.hidden}>
        <tr>
          <th scope="col">{t('dashboard.state')}</th>
          <th scope="col">{t('dashboard.count')}</th>
        </tr>
      </thead>
      <tbody>
        {states.map(({ search, label, count, tone }) => (
          <tr key={label}>
            <th scope="row">
              <Link to="/documents" search={search} className={classes.counted}>
                {label}
              </Link>
            </th>
            <td>
              <span className={classes.track} aria-hidden="true">
                <span className={classes.bar} data-tone={tone} style={{ width: `${(100 * count) / most}%` }} />
              </span>
              <span className={classes.number}>{countOf(count, language)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
