import { useTranslation } from 'react-i18next';
import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import classes from './conversation-view.module.css';

/** The way from a conversation to all of them, where both have no room beside each other. */
export const BackToList = () => {
  const { t } = useTranslation();
  return (
    <ActionIcon
      component={Link}
      to="/chat"
      variant="subtle"
      color="gray"
      size="lg"
      className={classes.back}
      aria-label={t('chat.back')}
    >
      <ArrowLeft size={20} />
    </ActionIcon>
  );
};
