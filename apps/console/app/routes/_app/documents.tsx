import { createFileRoute } from '@tanstack/react-router';
import { openClient } from '../../../features/companies/choice/chosen-client';
import { DocumentsScreen } from '../../../features/files/documents/documents.screen';
import { DocumentsAddress } from '../../../features/files/documents/documents.search';
import { mustOffer } from '../../../platform/guards';

const Documents = () => {
  const { user } = Route.useRouteContext();
  const { file: _, ...asked } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <DocumentsScreen user={user} asked={asked} onAsk={(next) => void navigate({ search: next, replace: true })} />;
};

export const Route = createFileRoute('/_app/documents')({
  validateSearch: DocumentsAddress,
  beforeLoad: ({ context: { user }, search: { clientId }, preload }) => {
    mustOffer('file_manager', user);
    if (user.role !== 'user' && clientId !== undefined && !preload) openClient(clientId);
  },
  component: Documents,
});
