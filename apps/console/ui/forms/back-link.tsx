import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import classes from './entry-form.module.css';

/** The path of a list that has a screen for a new entry. */
export type ListPath =
  NonNullable<LinkProps['to']> extends infer To ? (To extends `/${infer P}/new` ? `/${P}` : never) : never;

/** A link back to the list. */
export const BackLink = ({ to, label }: { readonly to: LinkProps['to']; readonly label: string }) => (
  <Button
    renderRoot={(props) => <Link to={to} {...props} />}
    variant="subtle"
    size="compact-sm"
    leftSection={<ArrowLeft size={15} />}
    className={classes.back}
  >
    {label}
  </Button>
);
