import { createFileRoute, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { chosenClient, openClient } from '../../../../features/companies/choice/chosen-client';
import { TrashScreen } from '../../../../features/files/trash/trash.screen';
import { mustOffer } from '../../../../platform/guards';

const Trash = () => {
  const { user, clientId } = Route.useRouteContext();
  const { folder = null } = Route.useSearch();
  return <TrashScreen key={clientId} user={user} clientId={clientId} folderId={folder} />;
};

export const Route = createFileRoute('/_app/files/trash')({
  validateSearch: z.object({ clientId: z.string().optional(), folder: z.string().optional() }),
  beforeLoad: ({ context: { user }, search: { clientId }, preload }) => {
    mustOffer('file_manager', user);
    const id = user.role === 'user' ? (user.client?.id ?? '') : (clientId ?? chosenClient.get());
    if (id === null) throw redirect({ to: '/files-select' });
    if (user.role !== 'user' && !preload) openClient(id);
    return { clientId: id };
  },
  component: Trash,
});
