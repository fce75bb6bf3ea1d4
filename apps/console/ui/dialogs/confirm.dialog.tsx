import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { useSentence } from '../../platform/faults';
import { Refused, refusedWith } from '../../platform/refusals';
import { Message } from '../message';
import { Dialog } from './dialog';
import { DialogFooter } from './dialog-footer';
import classes from './confirm.dialog.module.css';

type Props = {
  readonly title: string;
  /** The effect, and what is lost with it. */
  readonly text: string;
  readonly action: string;
  readonly isDangerous?: boolean;
  /** @throws Refused, Unreachable: the dialog then says why. */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
};

/** Asked once more the server would say the same: whoever reads why has to do something else first. */
const isDecided = (failure: Error | null): boolean =>
  refusedWith(failure, 403, 404, 409, 422, 423) && failure.problem.code !== 'CONFLICT';

/** Asks for confirmation; and shows why the server refuses. */
export const ConfirmDialog = ({ title, text, action, isDangerous = false, onConfirm, onClose }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { mutate, isPending, error: failure } = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const reasons = failure instanceof Refused ? Object.values(failure.problem.fields ?? {}) : [];
  return (
    <Dialog onClose={onClose} title={title}>
      <div className={classes.body}>
        <p>{text}</p>
        {failure !== null && (
          <Message tone="error" error={failure}>
            {sentence(failure)}
            {reasons.length > 0 && (
              <ul>
                {reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            )}
          </Message>
        )}
        <DialogFooter
          isCautious
          action={isDecided(failure) ? undefined : failure === null ? action : t('screens.again')}
          {...(isDecided(failure) && { cancel: t('parts.close') })}
          isDangerous={isDangerous}
          isPending={isPending}
          onAction={() => mutate()}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
};
