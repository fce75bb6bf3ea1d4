import { useEffect, useRef } from 'react';
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useNear } from '../../../ui/use-near';
import type { Source } from './use-sources';
import classes from './pages.module.css';

/** CSS pixels of the longer side. */
const SIDE = 150;
/** Pages this near are drawn before they are seen. */
const NEAR = '300px';

/** Draws a page, small. @returns how to stop */
const draw = (pages: PDFDocumentProxy, number: number, frame: HTMLElement): (() => void) => {
  let isStopped = false;
  let rendering: RenderTask | null = null;
  const work = async () => {
    const page = await pages.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const ratio = Math.min(globalThis.devicePixelRatio || 1, 2);
    const viewport = page.getViewport({ scale: (ratio * SIDE) / Math.max(width, height) });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    if (isStopped) return;
    rendering = page.render({ canvas, viewport });
    await rendering.promise;
    frame.replaceChildren(canvas);
    page.cleanup();
  };
  work().catch((error: unknown) => {
    // a page that cannot be drawn stays white, the others are there
    if (!isStopped) console.info(error);
  });
  return () => {
    isStopped = true;
    rendering?.cancel();
  };
};

type Props = { readonly source: Source; readonly page: number; readonly rotate: number };

/** A page, small, drawn when it is nearly seen. */
export const PagePicture = ({ source, page, rotate }: Props) => {
  const frame = useRef<HTMLSpanElement>(null);
  const isNear = useNear(frame, { margin: NEAR });
  const { pdf, address } = source;
  useEffect(() => {
    if (!pdf) return undefined;
    if (isNear) return draw(pdf, page, frame.current!);
    // what is far away gives its memory back
    frame.current!.replaceChildren();
    return undefined;
  }, [pdf, page, isNear]);
  const style = { transform: `rotate(${rotate}deg)` };
  return (
    <span ref={frame} className={classes.picture} style={style} aria-hidden>
      {address !== null && <img src={address} alt="" draggable={false} />}
    </span>
  );
};
