import { createFileRoute, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { chosenClient, openClient } from '../../../../features/companies/choice/chosen-client';
import { FilesScreen } from '../../../../features/files/files.screen';
import { now } from '../../../../platform/clock';
import { thenSearch } from '../../../../platform/past/then.search';
import { PastFilesPage } from '../../../past/past';
import { mustOffer } from '../../../../platform/guards';

const Root = () => {
  const { user, clientId } = Route.useRouteContext();
  const { navigateToMonth, at, as } = Route.useSearch();
  if (at !== undefined) return <PastFilesPage key={clientId} {...{ user, clientId, at, as }} folderId={null} />;
  return (
    <FilesScreen
      key={clientId}
      user={user}
      clientId={clientId}
      folderId={null}
      offersMonth={navigateToMonth === 'true'}
    />
  );
};

export const Route = createFileRoute('/_app/files/')({
  validateSearch: z.object({
    clientId: z.string().optional(),
    navigateToMonth: z.string().optional(),
    file: z.string().optional(),
    word: z.string().optional(),
    ...thenSearch,
  }),
  beforeLoad: async ({ context: { user, cameFrom }, search: { clientId, navigateToMonth }, preload }) => {
    mustOffer('file_manager', user);
    const own = user.client?.id ?? null;
    if (user.role !== 'user' && clientId === undefined) throw elsewhere(cameFrom());
    const id = (user.role === 'user' ? own : clientId) ?? '';
    if (user.role !== 'user' && !preload) openClient(id);
    const { monthFolder } = await import('../../../../features/files/files.queries');
    const month = navigateToMonth === 'true' ? await monthFolder(id, now()) : null;
    if (month) throw redirect({ to: '/files/$folderId', params: { folderId: month.id }, replace: true });
    return { clientId: id };
  },
  component: Root,
});

/** Back to the client's files for whoever comes from one of their folders, else to the choice of clients. */
const elsewhere = (cameFrom: string) => {
  const clientId = chosenClient.get();
  const isFromFolder = /^\/files\/[^/]+/.test(cameFrom);
  return isFromFolder && clientId !== null
    ? redirect({ to: '/files', search: { clientId } })
    : redirect({ to: '/files-select' });
};
