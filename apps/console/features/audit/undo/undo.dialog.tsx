import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { UndoPlan } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { countOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { toasts } from '../../../platform/toasts';
import { Dialog } from '../../../ui/dialogs/dialog';
import { DialogFooter } from '../../../ui/dialogs/dialog-footer';
import { Message } from '../../../ui/message';
import { Waiting } from '../../../ui/screens';
import type { UndoDialogProps } from '../../../ui/history/undo-place';
import { useEventText } from '../event-text';
import { PlanSteps } from '../plan/plan-steps';
import { undo, undoPlan } from './undo.queries';
import classes from './undo.module.css';

/** Says first what undoing a deed would do, what is in the way, and what stays; then does it, whole or without what cannot be. */
export const UndoDialog = ({ correlationId, onClose }: UndoDialogProps) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const sentence = useSentence();
  const planned = useQuery(undoPlan(correlationId));
  const { mutate, isPending, error } = useMutation(undo);
  const plan = planned.data?.plan;
  const fault = error ?? planned.error;
  const isPart = (plan?.conflicts ?? 0) > 0;
  const count = plan ? plan.total - plan.conflicts : 0;
  const shown = countOf(count, language);
  const run = () =>
    mutate(
      { body: { correlation_id: correlationId, leave_out_conflicts: isPart } },
      {
        onSuccess: ({ operation }) => {
          const isOver = operation?.status !== 'in_progress';
          toasts.show({ type: 'success', title: t(isOver ? 'undoing.undone' : 'undoing.goingOn') });
          onClose();
        },
        // something has changed since it was planned
        onError: () => void planned.refetch(),
      },
    );
  return (
    <Dialog onClose={onClose} title={t('undoing.title')} size="lg">
      {fault !== null && <Message tone="error">{sentence(fault)}</Message>}
      {!plan && !planned.error && <Waiting />}
      {plan && <Planned plan={plan} />}
      <DialogFooter
        isApart
        isCautious
        {...(count > 0 && { action: t(isPart ? 'undoing.rest' : 'undoing.all', { count, shown }) })}
        isPending={isPending}
        onAction={run}
        onClose={onClose}
      />
    </Dialog>
  );
};

const Planned = ({ plan }: { readonly plan: UndoPlan }) => {
  const { t } = useTranslation();
  const isNone = plan.total === 0;
  // beside what is undone nobody asks after what only tells of it
  const stays = plan.nothing.filter(({ why }) => isNone || (why !== 'bookkeeping' && why !== 'follows'));
  return (
    <>
      {isNone ? <Message tone="info">{t('undoing.none')}</Message> : <PlanSteps plan={plan} />}
      {stays.length > 0 && <Stays stays={stays} />}
    </>
  );
};

const Stays = ({ stays }: { readonly stays: UndoPlan['nothing'] }) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { titleOf } = useEventText();
  return (
    <div className={classes.stays}>
      <p>{t('undoing.rests')}</p>
      <ul>
        {stays.map(({ event_type, count, why }) => (
          <li key={`${event_type} ${why}`}>
            {t(count === 1 ? 'undoing.never' : 'undoing.neverMany', {
              title: titleOf(event_type),
              shown: countOf(count, language),
              why: t(`undoing.why.${why}`),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
};
