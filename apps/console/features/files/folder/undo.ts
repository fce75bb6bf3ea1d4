import { useEffect, useEffectEvent } from 'react';
import i18next from 'i18next';
import { session } from '../../../platform/api';
import { isTaken } from '../../../platform/keys';
import { toasts } from '../../../platform/toasts';

type Step = {
  readonly clientId: string;
  readonly toast: number;
  readonly run: () => void;
};

/** What was done and can be undone, the newest last. */
let steps: readonly Step[] = [];
const MOST = 50;
session.onEnd(() => (steps = []));

/** Tells what was done; as long as the tab is open it can be undone, by the button there or by its key. */
export const offerUndo = (clientId: string, title: string, undo: () => Promise<unknown>): void => {
  const run = () => {
    steps = steps.filter((each) => each !== step);
    void undo();
  };
  const toast = toasts.show({ type: 'success', title, action: { label: i18next.t('parts.undo'), run } });
  const step: Step = { clientId, toast, run };
  steps = [...steps, step].slice(-MOST);
};

/** Of this client, or whosever it is. */
export const undoLast = (clientId?: string): void => {
  const step = steps.findLast((each) => clientId === undefined || each.clientId === clientId);
  if (!step) return;
  toasts.dismiss(step.toast);
  step.run();
};

/** A document that is looked at asks nothing: what is done with it there is undone there, too. */
const ASKING = '[role=dialog]:not([data-preview]), [role=menu]';

/** Ctrl+Z where nobody writes: fields have their own. */
export const useUndoKey = (clientId?: string): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, repeat } = event;
    const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey && !repeat;
    if (!isUndo || event.defaultPrevented || isTaken(event.target, ASKING)) return;
    event.preventDefault();
    undoLast(clientId);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
};
