import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import type { File } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import type { Then } from '../../../platform/past/then';
import { Notice } from '../../../ui/notice';
import { Waiting } from '../../../ui/screens';
import { Shown } from '../preview/preview-content';
import { lookAt } from '../preview/preview.queries';
import { useViewing } from '../preview/use-viewing';
import classes from './former-document.module.css';

type Props = { readonly file: File; readonly then: Then };

/** What is in a document that was there then, to be looked at; what an archive held is not opened any more. */
export const FormerDocument = ({ file, then }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { data, error, refetch } = useQuery(lookAt(file.id, null, then));
  const { viewing } = useViewing(false);
  const again = () => void refetch();
  return (
    <div
      className={classes.document}
      role="region"
      aria-label={t('preview.content')}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll what is in it
      tabIndex={0}
    >
      {!data && !error && <Waiting />}
      {error && (
        <Notice icon={CloudOff} title={t('preview.failed')} text={sentence(error)}>
          <Button onClick={again}>{t('screens.again')}</Button>
        </Notice>
      )}
      {data && (
        <Suspense fallback={<Waiting />}>
          <Shown
            file={file}
            clientId={file.client_id}
            path={[]}
            look={data.kind === 'archive' ? { ...data, kind: 'none' } : data}
            viewing={viewing}
            onReadAgain={again}
            onPart={() => undefined}
          />
        </Suspense>
      )}
    </div>
  );
};
