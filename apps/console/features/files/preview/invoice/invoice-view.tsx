import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Code } from 'lucide-react';
import { MIME_TYPES, type Language } from '@dosar/contracts';
import { checksOf, type Place } from '@dosar/invoices/checks';
import type { Invoice, Party } from '@dosar/invoices/invoice';
import { readInvoice } from '@dosar/invoices/read-invoice';
import { dayOf } from '../../../../platform/format';
import { preferences } from '../../../../platform/preferences';
import { useStore } from '../../../../platform/storage/store';
import { InvoiceChecks, type Amounts } from './invoice-checks-list';
import { textOf } from '../texts';
import { TextView } from '../text-view';
import classes from './invoice-view.module.css';

type Props = { readonly bytes: ArrayBuffer; readonly isCut: boolean; readonly place: Place };

/** 71537.34 as it is written here. */
const amounts = (language: Language): Amounts => {
  const format = new Intl.NumberFormat(language === 'ro' ? 'ro-RO' : 'en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: 'always',
  });
  return (hundredths) => (hundredths === null ? '–' : format.format(hundredths / 100));
};

/** An electronic invoice to be read, counted again, and its XML for whoever wants it. */
export const InvoiceView = ({ bytes, isCut, place }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const [isSource, setSource] = useState(false);
  const invoice = useMemo(() => (isCut ? null : readInvoice(textOf(bytes, false))), [bytes, isCut]);
  const source = <TextView bytes={bytes} isCut={isCut} mimeType={MIME_TYPES.xml} />;
  if (!invoice) return source;
  const written = amounts(language);
  return (
    <>
      <div className={classes.above}>
        <span>{t('invoice.notice')}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Code size={15} />}
          onClick={() => setSource(!isSource)}
        >
          {t(isSource ? 'invoice.showInvoice' : 'invoice.showXml')}
        </Button>
      </div>
      {isSource ? (
        source
      ) : (
        <article className={classes.sheet}>
          <InvoiceChecks checks={checksOf(invoice, place)} written={written} />
          <Heads invoice={invoice} />
          <Lines invoice={invoice} written={written} />
          <Sums invoice={invoice} written={written} />
          <Rest invoice={invoice} />
        </article>
      )}
    </>
  );
};

const day = (written: string) => (/^\d{4}-\d\d-\d\d$/.test(written) ? dayOf(`${written}T12:00:00.000Z`) : written);

/** Number and days, who sells and who buys. */
const Heads = ({ invoice }: { readonly invoice: Invoice }) => {
  const { t } = useTranslation();
  const { number, issued, due, typeCode, currency, supplier, buyer, isCredit } = invoice;
  return (
    <>
      <header className={classes.head}>
        <h3>
          {t(isCredit ? 'invoice.credit' : 'invoice.title')} {number}
        </h3>
        <dl className={classes.days}>
          <Fact label={t('invoice.issued')}>{day(issued)}</Fact>
          {due !== '' && <Fact label={t('invoice.due')}>{day(due)}</Fact>}
          <Fact label={t('invoice.type')}>{t(`invoice.types.${typeCode as '380'}`, { defaultValue: typeCode })}</Fact>
          <Fact label={t('invoice.currency')}>{currency}</Fact>
        </dl>
      </header>
      <div className={classes.parties}>
        <PartyCard title={t('invoice.supplier')} party={supplier} />
        <PartyCard title={t('invoice.buyer')} party={buyer} />
      </div>
    </>
  );
};

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const PartyCard = ({ title, party: { name, cui, place } }: { readonly title: string; readonly party: Party }) => (
  <section className={classes.party}>
    <h4>{title}</h4>
    <strong>{name || '–'}</strong>
    <span>{cui}</span>
    <span>{place}</span>
  </section>
);

type Counted = { readonly invoice: Invoice; readonly written: Amounts };

const Lines = ({ invoice: { lines }, written }: Counted) => {
  const { t } = useTranslation();
  return (
    <div className={classes.scroll}>
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
          {lines.map(({ id, name, quantity, unit, price, percent, amount }, at) => (
            <tr key={`${id} ${at}`}>
              <td>{name}</td>
              <td>
                {quantity} {t(`invoice.units.${unit as 'C62'}`, { defaultValue: unit })}
              </td>
              <td>{/^\d{1,12}(\.\d{1,2})?$/.test(price) ? written(Math.round(Number(price) * 100)) : price}</td>
              <td>{percent && `${percent} %`}</td>
              <td>{written(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** VAT by its rates, and what is to be paid. */
const Sums = ({ invoice: { rates, vat, totals, currency }, written }: Counted) => {
  const { t } = useTranslation();
  const rows = [
    ...(['lines', 'allowances', 'charges', 'exclusive'] as const).map((name) => [name, totals[name]] as const),
    ...rates.map(({ percent, tax, taxable }) => [`${percent}`, tax, taxable] as const),
    ['vat', vat] as const,
    ...(['inclusive', 'prepaid', 'rounding', 'payable'] as const).map((name) => [name, totals[name]] as const),
  ];
  return (
    <dl className={classes.sums}>
      {rows
        .filter(([, amount]) => amount !== null)
        .map(([name, amount, taxable], at) => (
          <div key={`${name} ${at}`} data-name={name}>
            <dt>
              {taxable === undefined
                ? t(`invoice.totals.${name as 'vat'}`)
                : t('invoice.rate', { percent: name, taxable: written(taxable) })}
            </dt>
            <dd>
              {written(amount)}
              {name === 'payable' && ` ${currency}`}
            </dd>
          </div>
        ))}
    </dl>
  );
};

const Rest = ({ invoice: { notes, attachments } }: { readonly invoice: Invoice }) => {
  const { t } = useTranslation();
  if (notes.length + attachments.length === 0) return null;
  return (
    <section className={classes.rest}>
      {notes.map((note, at) => (
        <p key={at}>{note}</p>
      ))}
      {attachments.length > 0 && (
        <p>
          {t('invoice.attachments')}: {attachments.map(({ name }) => name).join(', ')}
        </p>
      )}
    </section>
  );
};
