import { useTranslation } from 'react-i18next';
import { ALLOWED_EXTENSIONS, extensionOf, FILE_LIMITS, sizeLimitOf } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { sizeOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { Refused } from '../../../platform/refusals';
import { useStore } from '../../../platform/storage/store';
import type { Reason } from './upload';

/** Why a file was not uploaded, in a sentence that says what to do about it. */
export const useReason = (): ((reason: Reason, file: { name: string; size: number }) => string) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { language } = useStore(preferences);
  const tooLarge = (size: number, limit: number) =>
    t('uploads.tooLarge', {
      size: sizeOf(size, language),
      limit: sizeOf(limit, language),
      zip: sizeOf(FILE_LIMITS.zip, language),
    });
  return (reason, { name, size }) => {
    if ('fault' in reason) {
      const { fault } = reason;
      if (fault.why === 'size') return tooLarge(fault.size, fault.limit);
      if (fault.why === 'extension')
        return t('uploads.extension', { extension: fault.extension, some: ALLOWED_EXTENSIONS.slice(0, 4).join(', ') });
      if (fault.why === 'name')
        return t(`rules.${fault.broken.rule as 'name_blocked'}`, { extension: '', ...fault.broken.values });
      if (fault.why === 'picture') return t('uploads.picture', { extension: fault.extension });
      return t(`uploads.${fault.why}`);
    }
    const { error } = reason;
    const { code, fields } = error instanceof Refused ? error.problem : {};
    if (code === 'INVALID_FILE_TYPE')
      return fields?.['file'] ?? t('uploads.notWhatItSays', { extension: extensionOf(name) });
    if (code === 'FILE_TOO_LARGE') return tooLarge(size, sizeLimitOf(name));
    if (code === 'NOT_FOUND') return t('uploads.folderGone');
    // a proxy before the portal takes less than the portal does
    if (!code && error instanceof Refused && error.status === 413) return t('problems.FILE_TOO_LARGE');
    return sentence(error);
  };
};
