import { createContext, useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import type { Me } from '@dosar/contracts';
import { companyName } from '../../../platform/company-name';
import { isGone, useFault } from '../../../platform/queries';
import { useLastKnown } from '../../../ui/faults/gone';
import { ClientGone } from '../../../ui/faults/client-gone';
import { client } from '../../companies/companies.queries';

const RootName = createContext<string | null>(null);

type Props = { readonly user: Me; readonly clientId: string; readonly children: ReactNode };

const useClient = (user: Me, clientId: string) => useQuery({ ...client(clientId), enabled: user.role !== 'user' });

/** Whose documents these are stands at their head: nobody works on those of another client by mistake. */
export const WhoseDocuments = ({ user, clientId, children }: Props) => {
  const { data } = useClient(user, clientId);
  const name = user.role === 'user' ? (user.client?.name ?? null) : data ? companyName(data.client) : null;
  return <RootName value={name}>{children}</RootName>;
};

/** The same as a whole screen, which says when the client is gone. */
export const DocumentsOf = (props: Props) => {
  const found = useClient(props.user, props.clientId);
  const name = useLastKnown(found.data && companyName(found.data.client));
  return isGone(useFault(found)) ? <ClientGone {...props} name={name} /> : <WhoseDocuments {...props} />;
};

/** What the folder of all folders is called. */
export const useRootName = (): string => {
  const { t } = useTranslation();
  return useContext(RootName) ?? t('files.root');
};
