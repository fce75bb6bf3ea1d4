import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useElementSize } from '@mantine/hooks';
import { Waiting } from '../../../ui/screens';
import { openPdf, type Pdf } from './pdf';
import { PdfPage } from './pdf-page';
import { holds, useSought } from './sought';
import { Unshown } from './unshown';
import type { Viewing } from './use-viewing';
import classes from './pdf-view.module.css';

const WIDEST = 940;
const MARGIN = 32;

type Opened = Pdf & { readonly shape: number };
type Props = {
  readonly bytes: ArrayBuffer;
  readonly viewing: Viewing;
  readonly onDownload?: (() => void) | undefined;
};

/** How high a page is for its width, as it is turned. */
const shapeOf = async ({ pages }: Pdf): Promise<number> => {
  const { width, height } = (await pages.getPage(1)).getViewport({ scale: 1 });
  return height / width;
};

/** The first page with one of these words, from 1; null while none is known. */
const usePageWith = (pdf: Pdf | null, sought: readonly string[]): number | null => {
  const [found, setFound] = useState<number | null>(null);
  useEffect(() => {
    let isGone = false;
    const look = async ({ pages }: Pdf) => {
      for (let number = 1; number <= pages.numPages && !isGone; number += 1) {
        const { items } = await (await pages.getPage(number)).getTextContent();
        const text = items.map((item) => ('str' in item ? item.str : '')).join('\n');
        if (holds(text, sought)) return isGone ? undefined : setFound(number);
      }
    };
    // a page that cannot be read is shown as it is
    if (pdf && sought.length > 0) look(pdf).catch((error: unknown) => !isGone && console.info(error));
    return () => {
      isGone = true;
    };
  }, [pdf, sought]);
  return found;
};

/** The pages of a PDF below one another, as wide as the place allows. */
export const PdfView = ({ bytes, viewing: { zoom, rotation }, onDownload }: Props) => {
  const { t } = useTranslation();
  const { ref, width: room } = useElementSize();
  const [pdf, setPdf] = useState<Opened | null>(null);
  const [error, setError] = useState<unknown>(null);
  const sought = useSought();
  const firstFound = usePageWith(pdf, sought);
  useEffect(() => {
    let close: (() => void) | null = null;
    let isGone = false;
    openPdf(bytes).then(
      async (opened) => {
        close = opened.close;
        if (isGone) return opened.close();
        const shape = await shapeOf(opened);
        if (!isGone) setPdf({ ...opened, shape });
      },
      (failed: unknown) => !isGone && setError(failed),
    );
    return () => {
      isGone = true;
      close?.();
    };
  }, [bytes]);

  if (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return <Unshown text={t(isLocked ? 'preview.locked' : 'preview.damaged')} onDownload={onDownload} />;
  }
  const width = Math.round(Math.min(room - MARGIN, WIDEST) * zoom);
  const isTurned = rotation % 180 !== 0;
  return (
    <div ref={ref} className={classes.pages}>
      {!pdf && <Waiting />}
      {pdf &&
        width > 0 &&
        Array.from({ length: pdf.pages.numPages }, (_, at) => (
          <PdfPage
            key={at}
            pages={pdf.pages}
            number={at + 1}
            width={width}
            rotation={rotation}
            shape={isTurned ? 1 / pdf.shape : pdf.shape}
            label={t('preview.page', { number: at + 1, total: pdf.pages.numPages })}
            sought={sought}
            isFirstFound={firstFound === at + 1}
          />
        ))}
    </div>
  );
};
