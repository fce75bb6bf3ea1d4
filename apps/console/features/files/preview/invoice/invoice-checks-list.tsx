import { useTranslation } from 'react-i18next';
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import type { Check } from '@dosar/invoices/checks';
import classes from './invoice-view.module.css';

const ICONS = { right: CircleCheck, wrong: CircleX, unknown: CircleHelp } as const;

/** How an amount in hundredths is written; null: not said. */
export type Amounts = (hundredths: number | null) => string;

type Props = { readonly checks: readonly Check[]; readonly written: Amounts };

/** What was counted again: in one line when all is right, with what is wrong when it is not. */
export const InvoiceChecks = ({ checks, written }: Props) => {
  const { t } = useTranslation();
  const wrong = checks.filter(({ outcome }) => outcome === 'wrong');
  const Icon = ICONS[wrong.length === 0 ? 'right' : 'wrong'];
  const isForeign = wrong.some(({ name }) => name === 'client');
  return (
    <details className={classes.checks} data-outcome={wrong.length === 0 ? 'right' : 'wrong'} open={wrong.length > 0}>
      <summary>
        <Icon size={18} aria-hidden="true" />
        {isForeign && <strong>{t('invoice.foreign')}</strong>}
        {!isForeign && wrong.length === 0 && t('invoice.allRight')}
        {!isForeign && wrong.length > 0 && t('invoice.someWrong', { count: wrong.length })}
      </summary>
      <ul>
        {checks.map(({ name, outcome, told }) => {
          const Each = ICONS[outcome];
          return (
            <li key={name} data-outcome={outcome}>
              <Each size={15} aria-hidden="true" />
              <span>
                {t(`invoice.checks.${name}`)}
                <em>{t(`invoice.outcomes.${outcome}`)}</em>
                {told && t('invoice.told', { found: written(told.found), expected: written(told.expected) })}
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
};
