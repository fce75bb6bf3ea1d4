import { useTranslation } from 'react-i18next';
import { AccountingStatus, ProcessState, type Dashboard } from '@dosar/contracts';
import { countOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { Card } from '../../ui/card';
import classes from './dashboard.module.css';

type Tone = 'none' | 'plain' | 'busy' | 'done';
type State = { readonly label: string; readonly count: number; readonly tone: Tone };

/** How many documents are in which state: a table whose rows are bars. */
export const StatesCard = ({ states }: { readonly states: Dashboard['by_status'] }) => {
  const { t } = useTranslation();
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
            label: t(`process.${state}`),
            count: process[state],
            tone: tones[state],
          }))}
        />
        <Bars
          title={t('dashboard.accounting')}
          states={[
            { label: t('dashboard.noStatus'), count: accounting.none, tone: 'none' },
            ...AccountingStatus.options.map((state) => ({
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
        {states.map(({ label, count, tone }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
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
