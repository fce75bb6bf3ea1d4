import { useQuery } from '@tanstack/react-query';
import type { Me } from '@dosar/contracts';
import { me } from './identity.queries';

/** Who is signed in, as it is now; as it was when the screen opened until that is known. */
export const useMe = (user: Me): Me => useQuery(me()).data?.user ?? user;
