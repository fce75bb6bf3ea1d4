import { useTranslation } from 'react-i18next';
import { useStore } from '../../../platform/storage/store';
import { typists } from '../live/live-conversations';
import classes from './typing-indicator.module.css';

/** Who is writing now. */
export const TypingIndicator = ({ conversationId }: { readonly conversationId: string }) => {
  const { t } = useTranslation();
  const all = useStore(typists).filter((each) => each.conversationId === conversationId);
  const names = all.map(({ name }) => name?.split(' ')[0] ?? t('names.erasedPerson')).join(', ');
  return (
    <p className={classes.typing} aria-live="polite">
      {all.length > 0 && t('chat.typing', { names, count: all.length })}
    </p>
  );
};
