import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { authApi, type Client } from '@dosar/contracts';
import { companyName } from '../../../platform/company-name';
import { call } from '../../../platform/api';
import { useComplaint } from '../../../platform/faults';
import { queries } from '../../../platform/queries';
import { toasts } from '../../../platform/toasts';
import { me } from '../../account/me.queries';

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
      complain(t('pins.failed'), error);
      return false;
    }
  };
  const toggle = async (client: Pick<Client, 'id' | 'societate' | 'cui'>) => {
    const { id } = client;
    const isPinned = pinned.includes(id);
    if (!(await put(isPinned ? pinned.filter((each) => each !== id) : [...pinned, id]))) return;
    const name = companyName(client);
    const title = isPinned ? t('pins.unpinned', { name }) : t('pins.pinned', { name });
    toasts.show({ type: 'success', title, action: { label: t('parts.undo'), run: () => void put(pinned) } });
  };
  return { pinned, toggle };
};
