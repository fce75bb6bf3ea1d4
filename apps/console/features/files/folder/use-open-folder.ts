import { useNavigate } from '@tanstack/react-router';
import type { Me } from '@dosar/contracts';

/** Goes to a folder of a client, or to the root. */
export const useOpenFolder = (user: Me, clientId: string): ((folderId: string | null) => void) => {
  const navigate = useNavigate();
  return (folderId) => {
    const search = user.role === 'user' ? {} : { clientId };
    if (folderId === null) void navigate({ to: '/files', search });
    else void navigate({ to: '/files/$folderId', params: { folderId } });
  };
};
