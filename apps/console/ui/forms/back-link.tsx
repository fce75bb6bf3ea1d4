import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import classes from './entry-form.module.css';

/** Where things of a kind are listed: what has a screen for a new one. */
export type ListPath =
  NonNullable<LinkProps['to']> extends infer To ? (To extends `/${infer P}/new` ? `/${P}` : never) : never;

/** The way to where one thing is listed with the others. */
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
