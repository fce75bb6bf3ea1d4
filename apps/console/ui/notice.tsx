import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import classes from './notice.module.css';

type Props = {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
  /** As a whole screen, its title is the screen's heading. */
  readonly isScreen?: boolean;
};

/** Shown where there is nothing else: nothing yet, nothing found, no access. */
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
