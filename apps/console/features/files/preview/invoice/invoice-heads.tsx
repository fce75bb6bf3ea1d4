import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice, Party } from '@dosar/invoices/invoice';
import { placeIn } from '@dosar/invoices/places';
import { whoIs } from '@dosar/invoices/who';
import { dayOf } from '../../../../platform/format';
import { preferences } from '../../../../platform/preferences';
import { useStore } from '../../../../platform/storage/store';
import classes from './invoice-view.module.css';

/** So many notes, attachments and preceding invoices are shown: the rules allow twenty notes. */
const MOST_SAID = 100;

const day = (written: string) => (/^\d{4}-\d\d-\d\d$/.test(written) ? dayOf(`${written}T12:00:00.000Z`) : written);

/** Number and days, what it corrects, who sells and who buys. */
export const Heads = ({ invoice }: { readonly invoice: Invoice }) => {
  const { t } = useTranslation();
  const { number, issued, due, typeCode, isCredit, preceding, period, delivered } = invoice;
  const { supplier, buyer, representative } = invoice;
  const before = preceding
    .slice(0, MOST_SAID)
    .map((each) => [each.number, day(each.issued)].filter(Boolean).join(' / '));
  return (
    <>
      <div className={classes.head}>
        <h3>
          {t(isCredit ? 'invoice.credit' : 'invoice.title')} {number}
        </h3>
        <dl className={classes.days}>
          <Fact label={t('invoice.issued')}>{day(issued)}</Fact>
          <Fact label={t('invoice.due')}>{day(due)}</Fact>
          <Fact label={t('invoice.delivered')}>{day(delivered)}</Fact>
          <Fact label={t('invoice.period')}>
            {period && [day(period.from), day(period.to)].filter(Boolean).join(' – ')}
          </Fact>
          <Fact label={t('invoice.type')}>{t(`invoice.types.${typeCode as '380'}`, { defaultValue: typeCode })}</Fact>
          <Fact label={t('invoice.preceding')}>{before.join(', ')}</Fact>
          <Fact label={t('invoice.currency')}>{useCurrency(invoice.currency)}</Fact>
        </dl>
      </div>
      <div className={classes.parties}>
        <PartyCard title={t('invoice.supplier')} party={supplier} />
        <PartyCard title={t('invoice.buyer')} party={buyer} />
        {representative && <PartyCard title={t('invoice.representative')} party={representative} />}
      </div>
    </>
  );
};

/** Lei are called so, and not by their code. */
export const useCurrency = (code: string): string => {
  const { t } = useTranslation();
  return code === 'RON' ? t('invoice.lei') : code;
};

/** Nothing where nothing is said. */
const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) =>
  children ? (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  ) : null;

const PartyCard = ({ title, party }: { readonly title: string; readonly party: Party }) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { name, cui, legalId, address } = party;
  return (
    <section className={classes.party}>
      <h4>{title}</h4>
      <strong>{name || '–'}</strong>
      <span>{whoIs(party) === 'unnamed' ? t('invoice.noNumber') : cui}</span>
      {legalId !== '' && legalId !== cui && <span>{legalId}</span>}
      <span>{address && placeIn(address, language)}</span>
    </section>
  );
};

export const Rest = ({ invoice: { notes, terms, payments, attachments } }: { readonly invoice: Invoice }) => {
  const { t } = useTranslation();
  const accounts = [...new Set(payments.map(({ account }) => account).filter(Boolean))].slice(0, MOST_SAID);
  if (notes.length + attachments.length + accounts.length === 0 && terms === '') return null;
  return (
    <section className={classes.rest}>
      {notes.slice(0, MOST_SAID).map((note, at) => (
        <p key={at}>{note}</p>
      ))}
      {terms !== '' && (
        <p>
          {t('invoice.terms')}: {terms}
        </p>
      )}
      {accounts.length > 0 && (
        <p>
          {t('invoice.account')}: {accounts.join(', ')}
        </p>
      )}
      {attachments.length > 0 && (
        <p>
          {t('invoice.attachments')}:{' '}
          {attachments
            .slice(0, MOST_SAID)
            .map(({ name }) => name)
            .join(', ')}
        </p>
      )}
    </section>
  );
};
