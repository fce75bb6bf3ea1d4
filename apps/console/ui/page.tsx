import type { ReactNode } from 'react';
import classes from './page.module.css';

type Props = {
  readonly title: string;
  readonly text?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A screen that is read from top to bottom. */
export const Page = ({ title, text, actions, children }: Props) => (
  <div className={classes.page}>
    <header className={classes.header}>
      <div>
        <h1 className={classes.title}>{title}</h1>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
    {children}
  </div>
);
