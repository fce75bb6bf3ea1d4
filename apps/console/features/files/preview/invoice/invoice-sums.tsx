import { useTranslation } from 'react-i18next';
import type { Adjustment, Invoice, InvoiceLine, VatRate } from '@dosar/invoices/invoice';
import type { Amounts } from './amounts';
import { useCurrency } from './invoice-heads';
import classes from './invoice-view.module.css';

/** The rules allowed 999 lines until 2022, and no invoice that people read has more; of a line, far less is taken off. */
const MOST_LINES = 1_000;
const MOST_ADJUSTMENTS = 20;
const MOST_RATES = 50;

type Counted = { readonly invoice: Invoice; readonly amounts: Amounts };

export const Lines = ({ invoice: { lines }, amounts }: Counted) => {
  const { t } = useTranslation();
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys, too
    <div className={classes.scroll} role="region" aria-label={t('invoice.lines')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('invoice.item')}</th>
            <th scope="col">{t('invoice.quantity')}</th>
            <th scope="col">{t('invoice.price')}</th>
            <th scope="col">{t('invoice.vat')}</th>
            <th scope="col">{t('invoice.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, MOST_LINES).map((line, at) => (
            <Line key={`${line.id} ${at}`} line={line} amounts={amounts} />
          ))}
        </tbody>
      </table>
      {lines.length > MOST_LINES && <p>{t('preview.moreRows', { count: lines.length - MOST_LINES })}</p>}
    </div>
  );
};

const Line = ({ line, amounts: { money, count } }: { readonly line: InvoiceLine; readonly amounts: Amounts }) => {
  const { t } = useTranslation();
  const { name, description, note, quantity, unit, price, base, percent, category, amount, adjustments } = line;
  const unitName = t(`invoice.units.${unit as 'C62'}`, { defaultValue: unit });
  const isForMany = base !== '' && base !== '1';
  const kind =
    category !== '' && category !== 'S' && t(`invoice.categories.${category as 'S'}`, { defaultValue: category });
  return (
    <tr>
      <td>
        {name || description}
        {name !== '' && description !== name && description !== '' && <small>{description}</small>}
        {note !== '' && <small>{note}</small>}
        {adjustments.slice(0, MOST_ADJUSTMENTS).map((each, at) => (
          <small key={at}>
            <Adjusted adjustment={each} money={money} />
          </small>
        ))}
      </td>
      <td>
        {count(quantity)} {unitName}
      </td>
      <td>{isForMany ? t('invoice.priceFor', { price: money(price), base: count(base) }) : money(price)}</td>
      <td>{[percent && `${count(percent)} %`, kind].filter(Boolean).join(' · ')}</td>
      <td>{money(amount)}</td>
    </tr>
  );
};

/** What is taken off or put on, and why. */
const Adjusted = ({
  adjustment: { isCharge, amount, reason },
  money,
}: {
  readonly adjustment: Adjustment;
  readonly money: Amounts['money'];
}) => {
  const { t } = useTranslation();
  const sum = `${isCharge ? '+' : '−'}${money(amount)}`;
  return [t(isCharge ? 'invoice.charge' : 'invoice.allowance'), sum, reason && `(${reason})`].filter(Boolean).join(' ');
};

/** VAT by its rates and why none is due, and what is to be paid. */
export const Sums = ({ invoice, amounts: { money, count } }: Counted) => {
  const { t } = useTranslation();
  const { written, rates, currency, taxCurrency } = invoice;
  const own = useCurrency(currency);
  const accounted = useCurrency(taxCurrency);
  const adjusted = (isCharge: boolean) => invoice.adjustments.filter((each) => each.isCharge === isCharge);
  const reasons = { allowances: adjusted(false), charges: adjusted(true) };
  const row = (name: keyof typeof written, text = money(written[name]), of: readonly Adjustment[] = []) =>
    written[name] !== '' && (
      <div key={name} data-name={name}>
        <dt>
          {t(`invoice.totals.${name}`, { currency: accounted })}
          {of.slice(0, MOST_ADJUSTMENTS).map((each, at) => (
            <small key={at}>
              <Adjusted adjustment={each} money={money} />
            </small>
          ))}
        </dt>
        <dd>{text}</dd>
      </div>
    );
  return (
    <dl className={classes.sums}>
      {row('lines')}
      {(['allowances', 'charges'] as const).map((name) => row(name, undefined, reasons[name]))}
      {row('exclusive')}
      {rates.slice(0, MOST_RATES).map((rate, at) => (
        <Rate key={at} rate={rate} amounts={{ money, count }} />
      ))}
      {row('vat', `${money(written.vat)} ${written.vatAccounted === '' ? '' : own}`.trim())}
      {row('vatAccounted', `${money(written.vatAccounted)} ${accounted}`)}
      {(['inclusive', 'prepaid', 'rounding'] as const).map((name) => row(name))}
      {row('payable', `${money(written.payable)} ${own}`)}
    </dl>
  );
};

const Rate = ({ rate, amounts: { money, count } }: { readonly rate: VatRate; readonly amounts: Amounts }) => {
  const { t } = useTranslation();
  const { category, percent, taxable, tax, reason, reasonCode } = rate;
  const kind = t(`invoice.categories.${category as 'S'}`, { defaultValue: category });
  const values = { percent: count(percent), taxable: money(taxable), category: kind };
  const key =
    percent === '' ? 'invoice.outside' : category === 'S' || category === '' ? 'invoice.rate' : 'invoice.rateOf';
  const why = [reason, reasonCode && `(${reasonCode})`].filter(Boolean).join(' ');
  return (
    <div data-name="rate">
      <dt>
        {t(key, values)}
        {why !== '' && <small>{why}</small>}
      </dt>
      <dd>{money(tax)}</dd>
    </div>
  );
};
