import { useTranslation } from 'react-i18next';
import { CircleAlert, CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import type { Check } from '@dosar/invoices/checks';
import type { Amounts } from './amounts';
import classes from './invoice-view.module.css';

const ICONS = { right: CircleCheck, wrong: CircleX, form: CircleAlert, unknown: CircleHelp } as const;

type Props = { readonly checks: readonly Check[]; readonly amounts: Amounts };

const isForm = ({ group }: Check) => group === 'form';
/** What is right of forms and of each category of VAT is many lines that nobody reads. */
const isShown = ({ group, outcome, told }: Check) =>
  outcome !== 'right' || told || group === 'place' || group === 'sums';

/** What was counted again, in one line: what is wrong, what is only of form, what could not be checked, or that all is right. */
export const InvoiceChecks = ({ checks, amounts }: Props) => {
  const { t } = useTranslation();
  const of = (outcome: Check['outcome']) => checks.filter((each) => each.outcome === outcome);
  const wrong = of('wrong').filter((each) => !isForm(each));
  const isForeign = wrong.some(({ name }) => name === 'client');
  const mismatches = wrong.length - (isForeign ? 1 : 0);
  const form = of('wrong').filter(isForm);
  const unknown = of('unknown');
  const shown = checks.filter(isShown);
  const others = checks.length - shown.length;
  const outcome = wrong.length > 0 ? 'wrong' : form.length > 0 ? 'form' : unknown.length > 0 ? 'unknown' : 'right';
  const parts = [
    mismatches > 0 && t('invoice.someWrong', { count: mismatches }),
    outcome === 'form' && t('invoice.onlyForm'),
    outcome === 'right' && t('invoice.allRight'),
    form.length > 0 && t('invoice.form', { count: form.length }),
    unknown.length > 0 && t('invoice.unknown', { count: unknown.length, all: checks.length }),
  ].filter((part) => part !== false);
  const Icon = ICONS[outcome];
  return (
    <details className={classes.checks} data-outcome={outcome} open={outcome === 'wrong' || outcome === 'form'}>
      <summary>
        <Icon size={18} aria-hidden="true" />
        <span>
          {isForeign && <strong>{t('invoice.foreign')}</strong>}
          {isForeign && parts.length > 0 && '; '}
          {parts.join('; ')}
        </span>
      </summary>
      <ul>
        {shown.map((check) => (
          <OneCheck key={check.name} check={check} amounts={amounts} />
        ))}
        {others > 0 && (
          <li data-outcome="right">
            <CircleCheck size={15} aria-hidden="true" />
            <span>{t('invoice.othersRight', { count: others })}</span>
          </li>
        )}
      </ul>
    </details>
  );
};

const TOLD = { right: 'invoice.allowed', wrong: 'invoice.told', unknown: 'invoice.perhaps' } as const;

/** One rule: what it says, its name, what was found, and where. */
const OneCheck = ({ check, amounts }: { readonly check: Check; readonly amounts: Amounts }) => {
  const { t } = useTranslation();
  const { name, says, of, most, outcome, told, code, where, who } = check;
  const Icon = ICONS[outcome === 'wrong' && isForm(check) ? 'form' : outcome];
  const isOfState = /^(?:BR-|XSD)/.test(name);
  const sentence = t(`invoice.says.${says as 'client'}`, { of: useField(of), most });
  const rest = [
    who && t(`invoice.who.${who}`),
    code && `„${code}”`,
    told && t(TOLD[outcome], { found: amounts.money(told.found), expected: amounts.money(told.expected) }),
    where && t('invoice.line', { where }),
    isOfState && name,
  ].filter(Boolean);
  return (
    <li data-outcome={outcome} data-form={isForm(check) || undefined}>
      <Icon size={15} aria-hidden="true" />
      <span>
        {sentence}:<em>{t(`invoice.outcomes.${outcome}`)}</em>
        {rest.join(' · ')}
      </span>
    </li>
  );
};

/** A field of the invoice, or a category of VAT, by its name. */
const useField = (of: string | undefined): string => {
  const { t } = useTranslation();
  if (of === undefined) return '';
  return /^[A-Z]/.test(of) ? t(`invoice.categories.${of as 'S'}`) : t(`invoice.fields.${of as 'number'}`);
};
