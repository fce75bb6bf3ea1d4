import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { momentOf } from '../../../platform/format';
import { trash } from '../files.queries';

/** By whom and when a document or a folder was deleted, as a sentence; null while that is not known, or where it was not. */
export const useDeletionText = (clientId: string, id: string): string | null => {
  const { t } = useTranslation();
  const { data } = useQuery(trash(clientId));
  const gone = [...(data?.files ?? []), ...(data?.folders ?? [])].find((each) => each.id === id);
  if (!gone?.deleted_at) return null;
  const at = momentOf(gone.deleted_at);
  const name = gone.deleted_by?.name;
  return name ? t('files.deletedByAt', { name, at }) : t('files.deletedAt', { at });
};
