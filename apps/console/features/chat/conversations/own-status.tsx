import { useTranslation } from 'react-i18next';
import { useStore } from '../../../platform/storage/store';
import { Choice } from '../../../ui/choice';
import { ownStatus } from '../live/idle';

/** Whether somebody says of themselves that they are busy. */
export const OwnStatus = () => {
  const { t } = useTranslation();
  const status = useStore(ownStatus);
  return (
    <Choice
      label={t('chat.ownStatus')}
      value={status}
      options={(['online', 'busy'] as const).map((value) => ({ value, label: t(`presence.${value}`) }))}
      onChoose={(next) => ownStatus.set(next)}
    />
  );
};
