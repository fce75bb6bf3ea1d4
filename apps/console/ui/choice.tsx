import { useId, type ReactNode } from 'react';
import classes from './choice.module.css';

type Props<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly icon?: ReactNode }[];
  readonly onChoose: (value: T) => void;
};

/** One of a few, side by side. */
export const Choice = <T extends string>({ label, value, options, onChoose }: Props<T>) => {
  // the same choice may occur twice on a page, and the browser groups by name
  const name = useId();
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.hidden}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.option} title={option.icon ? option.label : undefined}>
          <input
            type="radio"
            name={name}
            className={classes.hidden}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.icon}
          <span className={option.icon ? classes.hidden : undefined}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
};
