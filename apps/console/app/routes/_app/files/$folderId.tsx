import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { chosenClient, openClient } from '../../../../features/companies/choice/chosen-client';
import { FilesScreen } from '../../../../features/files/files.screen';
import { thenSearch } from '../../../../platform/past/then.search';
import { PastFilesPage } from '../../../past/past';
import { mustOffer } from '../../../../platform/guards';

const Inside = () => {
  const { user, clientId } = Route.useRouteContext();
  const { folderId } = Route.useParams();
  const { at, as } = Route.useSearch();
  if (at !== undefined) return <PastFilesPage key={clientId} {...{ user, clientId, folderId, at, as }} />;
  return <FilesScreen key={clientId} user={user} clientId={clientId} folderId={folderId} offersMonth={false} />;
};

export const Route = createFileRoute('/_app/files/$folderId')({
  validateSearch: z.object({
    clientId: z.string().optional(),
    file: z.string().optional(),
    word: z.string().optional(),
    ...thenSearch,
  }),
  beforeLoad: async ({ context: { user }, params: { folderId }, search: { clientId: named, at }, preload }) => {
    mustOffer('file_manager', user);
    const { clientOfFolder } = await import('../../../../features/files/files.queries');
    const likely = user.role === 'user' ? (user.client?.id ?? null) : chosenClient.get();
    // what was there then may be nowhere now
    const clientId = (at && named) ?? (await clientOfFolder(folderId, likely));
    if (user.role !== 'user' && !preload) openClient(clientId);
    return { clientId };
  },
  component: Inside,
});
