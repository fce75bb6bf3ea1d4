import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileX } from 'lucide-react';
import { Notice } from '../notice';

/** What was last known of something, also once it can be read no longer. */
export const useLastKnown = <T,>(value: T | undefined): T | undefined => {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
};

type Props = {
  /** What it was called, where that is known. */
  readonly title: string;
  readonly text?: string;
  /** Where to go from here. */
  readonly children: ReactNode;
};

/** Stands in the place of what was deleted, or taken away, while somebody had it open. */
export const Gone = ({ title, text, children }: Props) => {
  const { t } = useTranslation();
  return (
    <Notice icon={FileX} title={title} text={text ?? t('screens.goneText')} isScreen>
      {children}
    </Notice>
  );
};
