import { createContext, useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import type { Me } from '@dosar/contracts';
import { companyName } from '../../../platform/company-name';
import { client } from '../../companies/companies.queries';

const RootName = createContext<string | null>(null);

type Props = { readonly user: Me; readonly clientId: string; readonly children: ReactNode };

/** Whose documents these are stands at their head: nobody works on those of another client by mistake. */
export const WhoseDocuments = ({ user, clientId, children }: Props) => {
  const isOwn = user.role === 'user';
  const { data } = useQuery({ ...client(clientId), enabled: !isOwn });
  const name = isOwn ? (user.client?.name ?? null) : data ? companyName(data.client) : null;
  return <RootName value={name}>{children}</RootName>;
};

/** What the folder of all folders is called. */
export const useRootName = (): string => {
  const { t } = useTranslation();
  return useContext(RootName) ?? t('files.root');
};
