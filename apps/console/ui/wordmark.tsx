import { remembered } from '../platform/storage/remembered';
import classes from './wordmark.module.css';

const NAME = 'Dosar';

/** The firm of whoever was here last: people know their firm, and not Dosar. It is said on this device alone. */
export const lastFirm = remembered('dosar.firm');

type Props = { readonly size?: 'md' | 'lg'; readonly onPaper?: boolean; readonly firm?: string | null };

/** The product's logo and name, and whose it is here. */
export const Wordmark = ({ size = 'md', onPaper = false, firm = null }: Props) => (
  <span className={classes.mark} data-size={size} data-on-paper={onPaper || undefined}>
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path
        className={classes.cardboard}
        d="M3 8.5A3 3 0 0 1 6 5.5h5.600c.9 0 1.6.3 2.2 1l1.8 2H26a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3z"
      />
      <path className={classes.tick} d="m9.5 17.2 4.5 4.3 8.7-8.7" />
    </svg>
    <span className={classes.names}>
      <span>{NAME}</span>
      {firm !== null && (
        <span className={classes.firm} title={firm}>
          {firm}
        </span>
      )}
    </span>
  </span>
);
