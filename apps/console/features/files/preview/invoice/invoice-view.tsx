import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Code } from 'lucide-react';
import { MIME_TYPES } from '@dosar/contracts';
import { checksOf, type Place } from '@dosar/invoices/checks';
import { readInvoice } from '@dosar/invoices/read-invoice';
import { preferences } from '../../../../platform/preferences';
import { useStore } from '../../../../platform/storage/store';
import { TextView } from '../text-view';
import { textOf } from '../texts';
import { amountsIn } from './amounts';
import { InvoiceChecks } from './invoice-checks-list';
import { Heads, Rest } from './invoice-heads';
import { Lines, Sums } from './invoice-sums';
import classes from './invoice-view.module.css';

type Props = { readonly bytes: ArrayBuffer; readonly isCut: boolean; readonly place: Place };

/** An electronic invoice to be read, counted again, and its XML for whoever wants it. */
export const InvoiceView = ({ bytes, isCut, place }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const [isSource, setSource] = useState(false);
  const invoice = useMemo(() => (isCut ? null : readInvoice(textOf(bytes, false))), [bytes, isCut]);
  const amounts = useMemo(() => amountsIn(language), [language]);
  const source = <TextView bytes={bytes} isCut={isCut} mimeType={MIME_TYPES.xml} />;
  if (!invoice) return source;
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
          <InvoiceChecks checks={checksOf(invoice, place)} amounts={amounts} />
          <Heads invoice={invoice} />
          <Lines invoice={invoice} amounts={amounts} />
          <Sums invoice={invoice} amounts={amounts} />
          <Rest invoice={invoice} />
        </article>
      )}
    </>
  );
};
