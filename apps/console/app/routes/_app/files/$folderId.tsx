import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { chosenClient, openClient } from '../../../../features/companies/choice/chosen-client';
import { FilesScreen } from '../../../../features/files/files.screen';
import { mustOffer } from '../../../../platform/guards';

const Inside = () => {
  const { user, clientId } = Route.useRouteContext();
  const { folderId } = Route.useParams();
  return <FilesScreen key={clientId} user={user} clientId={clientId} folderId={folderId} offersMonth={false} />;
};

export const Route = createFileRoute('/_app/files/$folderId')({
  validateSearch: z.object({ file: z.string().optional(), word: z.string().optional() }),
  beforeLoad: async ({ context: { user }, params: { folderId }, preload }) => {
    mustOffer('file_manager', user);
    const { clientOfFolder } = await import('../../../../features/files/files.queries');
    const likely = user.role === 'user' ? (user.client?.id ?? null) : chosenClient.get();
    const clientId = await clientOfFolder(folderId, likely);
    if (user.role !== 'user' && !preload) openClient(clientId);
    return { clientId };
  },
  component: Inside,
});
