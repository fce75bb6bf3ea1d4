import { useTranslation } from 'react-i18next';
import { Modal, type ModalProps } from '@mantine/core';
import { useFocusReturn } from './use-focus-return';

type Props = Omit<ModalProps, 'opened' | 'closeButtonProps' | 'ref'>;

/** Asks or shows something above the screen, for as long as it is there. */
export const Dialog = (props: Props) => {
  const { t } = useTranslation();
  const root = useFocusReturn();
  return <Modal ref={root} opened closeButtonProps={{ 'aria-label': t('parts.close') }} {...props} />;
};
