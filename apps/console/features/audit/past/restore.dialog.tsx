import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { undoApi, type ReplyOf, type UndoPlan } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { writing } from '../../../platform/queries';
import { toasts } from '../../../platform/toasts';
import { Dialog } from '../../../ui/dialogs/dialog';
import { DialogFooter } from '../../../ui/dialogs/dialog-footer';
import { Message } from '../../../ui/message';
import { Waiting } from '../../../ui/screens';
import { PlanSteps } from '../plan/plan-steps';
import { restorePlan } from './past.queries';

/** What is to be as it was then. */
export type Restored = { readonly file_ids: readonly string[]; readonly folder_ids: readonly string[] };

type Props = {
  readonly clientId: string;
  readonly at: string;
  /** The same in words. */
  readonly when: string;
  readonly restored: Restored;
  /** Where the things are now. */
  readonly onLeave: () => void;
  readonly onClose: () => void;
};

const restore = writing(undoApi.restore, { touches: ['files', 'folders', 'notes', 'audit'], failure: null });

/** Says first what would be, and what is in the way; then does it, whole or without what cannot be. */
export const RestoreDialog = ({ clientId, at, when, restored, onLeave, onClose }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const body = { client_id: clientId, at, file_ids: [...restored.file_ids], folder_ids: [...restored.folder_ids] };
  const planned = useQuery(restorePlan(body));
  const { mutate, isPending, error } = useMutation(restore);
  const plan = planned.data?.plan;
  const fault = error ?? planned.error;
  const isPart = (plan?.conflicts ?? 0) > 0;
  const count = plan ? plan.total - plan.conflicts : 0;
  const tell = ({ operation }: ReplyOf<typeof undoApi.restore>) => {
    const title = operation?.status === 'in_progress' ? t('past.goingOn', { count }) : t('past.restored', { count });
    toasts.show({ type: 'success', title, action: { label: t('past.leave'), run: onLeave } });
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={t('past.restoreTitle', { when })} size="lg">
      {fault && <Message tone="error">{sentence(fault)}</Message>}
      {!plan && !planned.error && <Waiting />}
      {plan && <Planned plan={plan} />}
      <DialogFooter
        isApart
        {...(count > 0 && { action: t(isPart ? 'past.restoreRest' : 'past.restore', { count }) })}
        isPending={isPending}
        onAction={() => mutate({ body: { ...body, leave_out_conflicts: isPart } }, { onSuccess: tell })}
        onClose={onClose}
      />
    </Dialog>
  );
};

const Planned = ({ plan }: { readonly plan: UndoPlan }) => {
  const { t } = useTranslation();
  if (plan.total === 0) return <Message tone="info">{t('past.nothingToRestore')}</Message>;
  return <PlanSteps plan={plan} />;
};
