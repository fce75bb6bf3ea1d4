import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { faultIdOf } from '../platform/refusals';
import { ErrorId } from './faults/error-id';
import classes from './message.module.css';

const ICONS = { error: CircleAlert, success: CircleCheck, warning: TriangleAlert, info: Info } as const;

type Props = {
  readonly tone: keyof typeof ICONS;
  /** What it tells of: whoever runs the server can look for its faults. */
  readonly error?: unknown;
  readonly children: ReactNode;
};

/** An inline message; errors are announced to screen readers at once. */
export const Message = ({ tone, error, children }: Props) => {
  const Icon = ICONS[tone];
  return (
    <div className={classes.message} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden="true" />
      <div>
        {children}
        <ErrorId id={faultIdOf(error)} />
      </div>
    </div>
  );
};
