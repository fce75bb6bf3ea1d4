import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { NO_FIELDS, type File } from '@dosar/contracts';
import { amountOf, calendarDayOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { Fact } from '../preview/fact';
import { FieldsForm } from './fields-form';
import { Tags } from './tags';
import details from '../preview/details.module.css';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './fields.module.css';

type Props = { readonly file: File; readonly isEditable: boolean };

/** What a document says of itself, and the tags of the firm; who is of the firm may change both. */
export const Fields = ({ file, isEditable }: Props) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useUnfinishedState(`fields ${file.id}`, false);
  if (isOpen) return <FieldsForm file={file} onEnd={() => setOpen(false)} />;
  return (
    <>
      {file.fields ? <Facts file={file} /> : <p className={details.none}>{t('documentFields.none')}</p>}
      {isEditable && (
        <Button className={classes.change} size="compact-sm" variant="default" onClick={() => setOpen(true)}>
          {t(file.fields ? 'documentFields.change' : 'documentFields.fill')}
        </Button>
      )}
      <Tags file={file} isEditable={isEditable} />
    </>
  );
};

const Facts = ({ file }: Pick<Props, 'file'>) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { number, issuer, issuer_cui, buyer_cui, date, sum, net, vat, currency, due } = file.fields ?? NO_FIELDS;
  const amount = (each: number | null) => (each === null ? null : amountOf(each, currency, language));
  const facts = [
    ['number', number],
    ['issuer', issuer],
    ['issuer_cui', issuer_cui],
    ['buyer_cui', buyer_cui],
    ['date', date && calendarDayOf(date)],
    ['net', amount(net)],
    ['vat', amount(vat)],
    ['sum', amount(sum)],
    ['due', due && calendarDayOf(due)],
  ] as const;
  return (
    <dl className={details.facts}>
      {facts.map(
        ([name, text]) =>
          text && (
            <Fact key={name} label={t(`documentFields.${name}`)}>
              {text}
            </Fact>
          ),
      )}
    </dl>
  );
};
