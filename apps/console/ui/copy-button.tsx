import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';

/** Copies a text; hidden on pages over plain HTTP, where browsers have no clipboard. */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { t } = useTranslation();
  const { copied, copy } = useClipboard();
  if (!('clipboard' in navigator)) return null;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={copied ? <Check size={14} /> : <Copy size={14} />}
      onClick={() => copy(text)}
      aria-label={copied ? t('parts.copied') : label}
    >
      {copied ? t('parts.copied') : t('parts.copy')}
    </Button>
  );
};
