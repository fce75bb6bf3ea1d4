import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { session } from '../../../platform/api';
import { isForFingers } from '../../../platform/fingers';
import { stored } from '../../../platform/storage/stored';
import { useStore } from '../../../platform/storage/store';
import classes from './enter-key.module.css';

const Does = z.enum(['line', 'send']);
type Does = z.infer<typeof Does>;

/** What Enter does where messages are written, by person: a browser may be used by several. */
const choices = stored<Readonly<Record<string, Does>>>('dosar.enter', z.record(z.string(), Does), {});

export const useEnterKey = (): Does => {
  const chosen = useStore(choices)[session.personId ?? ''] ?? 'line';
  // where one writes with fingers it is a new line, as everywhere there
  return isForFingers() ? 'line' : chosen;
};

type Props = { readonly onChosen: () => void };

/** Says what Enter does, and changes it. */
export const EnterKey = ({ onChosen }: Props) => {
  const { t } = useTranslation();
  const does = useEnterKey();
  const other = does === 'line' ? 'send' : 'line';
  const choose = () => {
    choices.change((all) => ({ ...all, [session.personId ?? '']: other }));
    onChosen();
  };
  return (
    <p className={classes.hint}>
      <span>{t(`chat.enter.${does}`)}</span>
      <button type="button" aria-label={t('chat.enter.changeLabel')} onClick={choose}>
        {t('chat.enter.change')}
      </button>
    </p>
  );
};
