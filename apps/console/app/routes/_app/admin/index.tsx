import { createFileRoute, redirect } from '@tanstack/react-router';

/** The first of what administrators look after. */
export const Route = createFileRoute('/_app/admin/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/users', replace: true });
  },
});
