import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKey } from '../../../platform/keys';
import { Dialog } from '../../../ui/dialogs/dialog';
import classes from './keys.dialog.module.css';

const KEYS = {
  move: ['↑', '↓', 'Home', 'End'],
  jump: ['a…z'],
  open: ['Enter'],
  up: ['Backspace'],
  select: ['Space', 'Shift + ↓', 'Ctrl + A'],
  rename: ['F2'],
  delete: ['Del'],
  cut: ['Ctrl + X'],
  copy: ['Ctrl + C'],
  paste: ['Ctrl + V'],
  undo: ['Ctrl + Z'],
  menu: ['Shift + F10'],
  find: ['/'],
  clear: ['Esc'],
} as const;

/** What the keys do in the rows, when somebody asks by a question mark. */
export const KeysDialog = () => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  useKey('?', () => setOpen(true));
  if (!isOpen) return null;
  return (
    <Dialog onClose={() => setOpen(false)} title={t('files.keys.title')}>
      <dl className={classes.keys}>
        {(Object.keys(KEYS) as (keyof typeof KEYS)[]).map((name) => (
          <div key={name} className={classes.line}>
            <dt>
              {KEYS[name].map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`files.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};
