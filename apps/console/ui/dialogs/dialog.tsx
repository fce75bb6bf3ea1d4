import { useTranslation } from 'react-i18next';
import { Modal, type ModalProps } from '@mantine/core';
import { useFocusReturn } from './use-focus-return';

type Props = Omit<ModalProps, 'opened' | 'closeButtonProps' | 'ref'>;

/** A dialog above the screen, open while it is rendered. */
export const Dialog = (props: Props) => {
  const { t } = useTranslation();
  const root = useFocusReturn();
  return <Modal ref={root} opened closeButtonProps={{ 'aria-label': t('parts.close') }} {...props} />;
};
