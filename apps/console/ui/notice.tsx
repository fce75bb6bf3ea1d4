import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import classes from './notice.module.css';

type Props = {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
  /** Where it is the whole screen its title is the screen's. */
  readonly isScreen?: boolean;
};

/** What stands where there is nothing to show: nothing yet, nothing found, nothing allowed. */
export const Notice = ({ icon: Icon, title, text, children, isScreen = false }: Props) => {
  const Heading = isScreen ? 'h1' : 'h2';
  return (
    <div className={classes.notice}>
      <span className={classes.icon}>
        <Icon size={30} strokeWidth={1.6} aria-hidden="true" />
      </span>
      <Heading className={classes.title}>{title}</Heading>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
};
