import '@mantine/core/styles/InlineInput.layer.css';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@mantine/core';
import type { RegisteredCompany } from '@dosar/contracts';
import { dayOf } from '../../../platform/format';
import { Dialog } from '../../../ui/dialogs/dialog';
import { DialogFooter } from '../../../ui/dialogs/dialog-footer';
import { FieldWarning } from '../../../ui/forms/entry-form';
import type { Difference, RegisteredField } from './client-values';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './anaf.module.css';

type Props = {
  readonly company: RegisteredCompany;
  readonly found: readonly Difference[];
  readonly onTake: (taken: readonly Difference[]) => void;
  readonly onClose: () => void;
};

/** Field by field what the register says; only what would overwrite nothing is ticked. */
export const AnafDialog = ({ company, found, onTake, onClose }: Props) => {
  const { t } = useTranslation();
  const [ticked, setTicked] = useUnfinishedState<ReadonlySet<RegisteredField>>(
    'ticked',
    new Set(found.filter(({ isEmpty }) => isEmpty).map(({ field }) => field)),
  );
  const tick = (field: RegisteredField, isOn: boolean) => {
    const next = new Set(ticked);
    if (isOn) next.add(field);
    else next.delete(field);
    setTicked(next);
  };
  const take = () => {
    onTake(found.filter(({ field }) => ticked.has(field)));
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={t('anaf.title', { cui: company.cui })}>
      <p className={classes.text}>{found.length === 0 ? t('anaf.same') : t('anaf.text')}</p>
      {company.inactive && (
        <div className={classes.inactive}>
          <FieldWarning>{t('anaf.inactive')}</FieldWarning>
        </div>
      )}
      <ul className={classes.list}>
        {found.map((each) => (
          <Item
            key={each.field}
            difference={each}
            isTicked={ticked.has(each.field)}
            onTick={(isOn) => tick(each.field, isOn)}
          />
        ))}
      </ul>
      <DialogFooter
        isApart
        cancel={found.length === 0 ? t('parts.close') : t('parts.cancel')}
        action={found.length > 0 ? t('anaf.take', { count: ticked.size }) : undefined}
        isDisabled={ticked.size === 0}
        onAction={take}
        onClose={onClose}
      />
    </Dialog>
  );
};

type ItemProps = {
  readonly difference: Difference;
  readonly isTicked: boolean;
  readonly onTick: (isOn: boolean) => void;
};

/** One field, as it is and as it would be. */
const Item = ({ difference: { field, now, registered }, isTicked, onTick }: ItemProps) => {
  const { t } = useTranslation();
  const shown = (value: string | boolean) => {
    if (typeof value === 'boolean') return value ? t('words.yes') : t('words.no');
    if (value === '') return t('anaf.empty');
    return field === 'dataInregistrarii' ? dayOf(value) : value;
  };
  return (
    <li className={classes.item}>
      <Checkbox
        label={t(`client.${field}`)}
        checked={isTicked}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      />
      <p className={classes.change}>
        <span>{shown(now)}</span>
        <span aria-hidden="true">→</span>
        <ins>{shown(registered)}</ins>
      </p>
    </li>
  );
};
