import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import classes from './message.module.css';

const ICONS = { error: CircleAlert, success: CircleCheck, warning: TriangleAlert, info: Info } as const;

type Props = { readonly tone: keyof typeof ICONS; readonly children: ReactNode };

/** An inline message; errors are announced to screen readers at once. */
export const Message = ({ tone, children }: Props) => {
  const Icon = ICONS[tone];
  return (
    <div className={classes.message} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
};
