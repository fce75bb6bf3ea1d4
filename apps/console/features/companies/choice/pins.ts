import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { authApi, type Client } from '@dosar/contracts';
import { companyName } from '../../../platform/company-name';
import { queries, writing } from '../../../platform/queries';
import { toasts } from '../../../platform/toasts';
import { me } from '../../account/me.queries';

const NONE: readonly string[] = [];

const pinning = () =>
  writing(authApi.changeMe, {
    input: (ids: readonly string[]) => ({ body: { pinned_clients: [...ids] } }),
    touches: (answer) => void queries.setQueryData(me().queryKey, answer),
    failure: 'pins.failed',
  });

/** The clients that somebody keeps at hand. */
export const usePins = () => {
  const { t } = useTranslation();
  const pinned = useQuery(me()).data?.user.pinned_clients ?? NONE;
  const { mutateAsync } = useMutation(pinning());
  const put = (ids: readonly string[]) =>
    mutateAsync(ids).then(
      () => true,
      () => false,
    );
  const toggle = async (client: Pick<Client, 'id' | 'societate' | 'cui'>) => {
    const { id } = client;
    const isPinned = pinned.includes(id);
    const name = companyName(client);
    const title = isPinned ? t('pins.unpinned', { name }) : t('pins.pinned', { name });
    if (!(await put(isPinned ? pinned.filter((each) => each !== id) : [...pinned, id]))) return;
    toasts.show({ type: 'success', title, action: { label: t('parts.undo'), run: () => void put(pinned) } });
  };
  return { pinned, toggle };
};
