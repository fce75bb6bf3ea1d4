import type { ReactNode } from 'react';
import classes from './page.module.css';

type Props = {
  readonly title: string;
  readonly text?: string;
  /** A link to the parent. */
  readonly back?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A scrolling screen with a heading. */
export const Page = ({ title, text, back, actions, children }: Props) => (
  <div className={classes.page}>
    <header className={classes.header}>
      <div>
        {back}
        <h1 className={classes.title}>{title}</h1>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
    {children}
  </div>
);
