import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import type { Attachments } from './use-attachments';

/** A file that somebody wants to ask about goes with what they write, until it is sent or left out. */
export const useFileInQuestion = (conversationId: string, fileId: string | null, attachments: Attachments): void => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isThere = attachments.attached.some(({ key }) => key === fileId);
  const [was, setWas] = useState(isThere);
  if (isThere && !was) setWas(true);
  const isDone = was && !isThere;
  const ask = useEffectEvent((id: string) => attachments.addKnown(id, t('chat.askedAbout')));
  useEffect(() => {
    if (fileId !== null) ask(fileId);
  }, [fileId]);
  useEffect(() => {
    if (!isDone) return;
    const to = { to: '/chat/$conversationId', params: { conversationId } } as const;
    void navigate({ ...to, search: (before) => ({ ...before, file: undefined }), replace: true });
  }, [isDone, conversationId, navigate]);
};
