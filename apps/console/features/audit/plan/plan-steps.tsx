import { useTranslation } from 'react-i18next';
import type { UndoPlan, UndoStep } from '@dosar/contracts';
import { countOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { Message } from '../../../ui/message';
import classes from './plan-steps.module.css';

type Props = { readonly plan: UndoPlan };

/** What would be done, one thing after the other, and what is in the way of which. */
export const PlanSteps = ({ plan: { steps, total, conflicts } }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const rest = total - steps.length;
  return (
    <>
      {conflicts > 0 && (
        <Message tone="warning">{t('plan.conflicts', { count: conflicts, total: countOf(total, language) })}</Message>
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keys */}
      <ol className={classes.steps} tabIndex={0} aria-label={t('plan.steps')}>
        {steps.map((step) => (
          <Step key={`${step.event_id} ${step.resource_id} ${step.will}`} step={step} />
        ))}
      </ol>
      {rest > 0 && <p className={classes.rest}>{t('plan.rest', { count: rest })}</p>}
    </>
  );
};

const Step = ({ step }: { readonly step: UndoStep }) => {
  const { t } = useTranslation();
  const { name, will, conflict } = step;
  return (
    <li data-conflict={conflict !== null || undefined}>
      <strong>{name ?? t('plan.erased')}</strong>
      {conflict === null ? (
        <span>
          {t(`plan.will.${will}`)}
          <Change step={step} />
        </span>
      ) : (
        <em>
          {t(`plan.conflict.${conflict}`)}
          <Change step={step} />
        </em>
      )}
    </li>
  );
};

/** A name or a state, from what to what. */
const Change = ({ step: { from, to } }: { readonly step: UndoStep }) => {
  const { t } = useTranslation();
  const state = ({ process_state: process, accounting_status: accounting }: UndoStep['from']): string[] => [
    ...(process ? [t(`process.${process}`)] : []),
    ...(accounting ? [t(`accounting.${accounting}`)] : accounting === null ? [t('plan.noStatus')] : []),
  ];
  const words = (stand: UndoStep['from']) =>
    [stand.name, stand.text, ...(stand.reactions ?? []), ...state(stand)].filter(Boolean).join(', ');
  const before = words(from);
  const after = words(to);
  if (after === '' || before === after) return null;
  return <>: {before === '' ? after : t('audit.change', { from: before, to: after })}</>;
};
