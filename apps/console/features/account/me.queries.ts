import { queryOptions, useQuery } from '@tanstack/react-query';
import { authApi, type Me, type Preferences } from '@dosar/contracts';
import { call } from '../../platform/api';
import { apply, chosenAsGuest } from '../../platform/preferences';
import { queries, reading } from '../../platform/queries';

/** Who is signed in, with all that was written here before it is read. */
export const me = () =>
  queryOptions({
    queryKey: reading(authApi.me, {}).queryKey,
    queryFn: ({ signal }) => writing.then(() => call(authApi.me, {}, signal)),
  });

/** Who is signed in, as it is now; as it was when the screen opened until that is known. */
export const useMe = (user: Me): Me => useQuery(me()).data?.user ?? user;

/** @throws Refused, Unreachable */
export const currentUser = async (): Promise<Me> => (await queries.ensureQueryData(me())).user;

/** Whether it was read here. */
export const isKnown = (): boolean => queries.getQueryData(me().queryKey) !== undefined;

/** Reads it again, wherever it was changed. What is being written here is answered with all of it anyway. */
export const refreshMe = async (): Promise<void> => {
  if (waiting === 0) await queries.invalidateQueries({ queryKey: me().queryKey });
};

let writing: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** From now on everything looks and speaks as the account says; what was chosen just before signing in goes into it. */
export const takePreferencesOf = (user: Me): void => {
  const asGuest = chosenAsGuest.get();
  apply({ ...user.preferences, ...asGuest });
  if (Object.keys(asGuest).length > 0 && waiting === 0)
    keepPreferences(asGuest).then(chosenAsGuest.forget, () => undefined);
};

/** Writes them into the account, one after the other. @throws Refused, Unreachable */
export const keepPreferences = async (chosen: Partial<Preferences>): Promise<void> => {
  waiting += 1;
  // until it is written, what is read of the account is as it is here
  const { queryKey } = me();
  void queries.cancelQueries({ queryKey });
  queries.setQueryData(
    queryKey,
    (known) => known && { user: { ...known.user, preferences: { ...known.user.preferences, ...chosen } } },
  );
  const done = writing.then(() => call(authApi.changeMe, { body: { preferences: chosen } }));
  writing = done.catch(() => void queries.invalidateQueries({ queryKey }));
  const answer = await done.finally(() => (waiting -= 1));
  if (waiting === 0) queries.setQueryData(queryKey, answer);
};
