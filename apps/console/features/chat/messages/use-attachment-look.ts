import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Attachment } from '@dosar/contracts';

/** Which file of a conversation is looked at: it stands in the address. Its neighbours are those that came with it. */
export const useAttachmentLook = () => {
  const navigate = useNavigate();
  const { look: fileId = null }: { readonly look?: string | null | undefined } = useSearch({ strict: false });
  const [beside, setBeside] = useState<readonly string[]>([]);
  const last = useRef(fileId);
  useEffect(() => {
    // the keys go on where the file was opened, or with the one that was looked at last
    if (fileId === null && last.current !== null)
      document.querySelector<HTMLElement>(`[role=log] [data-file="${CSS.escape(last.current)}"]`)?.focus();
    last.current = fileId;
  }, [fileId]);
  return {
    ids: fileId === null || beside.includes(fileId) ? beside : [fileId],
    onLook: (attachments: readonly Attachment[], id: string) => {
      setBeside(attachments.map(({ file_id }) => file_id));
      void navigate({ to: '.', search: (all: object) => ({ ...all, look: id }), state: { isLook: true } });
    },
  };
};
