import { useTranslation } from 'react-i18next';
import type { Me } from '@dosar/contracts';
import { Building2, FileUp, UserPlus } from 'lucide-react';
import { chosenClient } from '../features/companies/choice/chosen-client';
import type { BoxAction } from '../features/search/box-items';
import { offers } from '../platform/guards';
import { useStore } from '../platform/storage/store';
import { usePlaces } from './navigation';

/** What can be done from the search box, by who may: what is made there, and every place of the portal. */
export const useSearchActions = (user: Pick<Me, 'role' | 'features'>): readonly BoxAction[] => {
  const { t } = useTranslation();
  const clientId = useStore(chosenClient);
  const places = usePlaces(user);
  const drive = user.role === 'user' ? { navigateToMonth: 'true' } : { clientId: clientId ?? undefined };
  const upload: BoxAction = {
    label: t('boxActions.upload'),
    words: t('boxActions.uploadWords'),
    icon: FileUp,
    place: { to: '/files', search: drive },
  };
  const newClient: BoxAction = {
    label: t('boxActions.newClient'),
    words: t('boxActions.newClientWords'),
    icon: Building2,
    place: { to: '/admin/clients/new' },
  };
  const newUser: BoxAction = {
    label: t('boxActions.newUser'),
    words: t('boxActions.newUserWords'),
    icon: UserPlus,
    place: { to: '/admin/users/new' },
  };
  const going = places.map(({ label, icon, link }): BoxAction => ({ label, words: '', icon, place: link }));
  const uploading = offers(user, 'file_manager') ? [upload] : [];
  return [...uploading, ...(user.role === 'admin' ? [newClient, newUser] : []), ...going];
};
