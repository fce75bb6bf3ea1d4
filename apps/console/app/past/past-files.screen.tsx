import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Me } from '@dosar/contracts';
import { Past } from '../../features/audit/past/past';
import { useThen } from '../../features/audit/past/use-then';
import { PastFiles } from '../../features/files/past/past-files';
import { formerTree } from '../../features/files/past/past-files.queries';
import { NotFound } from '../../ui/screens';
import { offers } from '../../platform/guards';
import { NEVER, type Then } from '../../platform/past/then';

type Props = {
  readonly user: Me;
  readonly clientId: string;
  readonly folderId: string | null;
  readonly at: string;
  readonly as: string | undefined;
};

/** The documents of a client as of an instant. */
export const PastFilesScreen = ({ user, clientId, folderId, at, as }: Props) => {
  const navigate = useNavigate();
  const thing = { client_id: clientId };
  const known = useThen(thing, at, as);
  const { then } = known;
  const { data, isError: isLost } = useQuery({ ...formerTree(clientId, then ?? NEVER), enabled: then !== null });
  if (!offers(user, 'audit')) return <NotFound />;
  const open = (id: string | null, search: Partial<Then>, replace: boolean) => {
    if (id === null) void navigate({ to: '/files', search: { clientId, ...search }, replace });
    else void navigate({ to: '/files/$folderId', params: { folderId: id }, search: { clientId, ...search }, replace });
  };
  return (
    <Past
      {...{ user, thing, clientId }}
      {...known}
      {...(folderId !== null && { about: { resource_type: 'folder', resource_id: folderId } })}
      stand={data?.at}
      isLost={isLost}
      // a step is no place to go back to
      onGo={(next) => open(folderId, next, true)}
      onLeave={() => open(folderId, {}, false)}
    >
      {(shown, onRestore) => (
        <PastFiles {...{ user, clientId, folderId, onRestore }} then={shown} onOpen={(id) => open(id, shown, false)} />
      )}
    </Past>
  );
};
