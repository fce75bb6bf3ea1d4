import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Me } from '@dosar/contracts';
import { me } from './me.queries';

/** Shows something of whoever is signed in; nothing once nobody is any more. */
export const Own = ({ children }: { readonly children: (user: Me) => ReactNode }) => {
  const { data } = useQuery(me());
  return data ? children(data.user) : null;
};
