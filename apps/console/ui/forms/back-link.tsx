import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import classes from './entry-form.module.css';

/** Where what is administered is listed. */
export type ListPath = '/admin/users' | '/admin/firms' | '/admin/clients';

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
