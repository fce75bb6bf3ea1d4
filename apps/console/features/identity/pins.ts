import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { authApi, type Client } from '@dosar/contracts';
import { companyName } from '../../company-name';
import { call } from '../../api';
import { useComplaint } from '../../faults';
import { queries } from '../../queries';
import { toasts } from '../../toasts';
import { me } from './identity.queries';

const NONE: readonly string[] = [];

/** The clients that somebody keeps at hand. */
export const usePins = () => {
  const { t } = useTranslation();
  const complain = useComplaint();
  const pinned = useQuery(me()).data?.user.pinned_clients ?? NONE;
  const put = async (ids: readonly string[]): Promise<boolean> => {
    try {
      const reply = await call(authApi.changeMe, { body: { pinned_clients: [...ids] } });
      queries.setQueryData(me().queryKey, reply);
      return true;
    } catch (error) {
      complain(t('admin.pins.failed'), error);
      return false;
    }
  };
  const toggle = async (client: Pick<Client, 'id' | 'societate' | 'cui'>) => {
    const { id } = client;
    const isPinned = pinned.includes(id);
    if (!(await put(isPinned ? pinned.filter((each) => each !== id) : [...pinned, id]))) return;
    const name = companyName(client);
    const title = isPinned ? t('admin.pins.unpinned', { name }) : t('admin.pins.pinned', { name });
    toasts.show({ type: 'success', title, action: { label: t('files.undo'), run: () => void put(pinned) } });
  };
  return { pinned, toggle };
};
