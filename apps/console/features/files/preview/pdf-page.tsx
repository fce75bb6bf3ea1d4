import { useEffect, useRef, useState, type RefObject } from 'react';
import { TextLayer, type PDFDocumentProxy, type RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import classes from './pdf-view.module.css';

/** Beyond this a page is drawn less finely: browsers refuse larger canvases. */
const MOST_PIXELS = 16_000_000;
/** Pages this near are drawn before they are seen. */
const NEAR = '600px';

type Props = {
  readonly pages: PDFDocumentProxy;
  readonly number: number;
  readonly width: number;
  readonly rotation: number;
  /** Height by width, until the page itself is known. */
  readonly shape: number;
  readonly label: string;
};

/** Whether something is seen, or soon will be. */
const useNear = (frame: RefObject<HTMLElement | null>): boolean => {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), { rootMargin: NEAR });
    watch.observe(frame.current!);
    return () => watch.disconnect();
  }, [frame]);
  return isNear;
};

/** Draws a page, with its text above it to be selected. @returns how to stop. */
const draw = ({ pages, number, width, rotation }: Props, frame: HTMLElement): (() => void) => {
  const stopped = new AbortController();
  let rendering: RenderTask | null = null;
  const work = async () => {
    const page = await pages.getPage(number);
    const turned = (page.rotate + rotation) % 360;
    const scale = width / page.getViewport({ scale: 1, rotation: turned }).width;
    const viewport = page.getViewport({ scale, rotation: turned });
    const most = Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height));
    const ratio = Math.min(globalThis.devicePixelRatio || 1, 2, most);
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(viewport.width * ratio);
    canvas.height = Math.floor(viewport.height * ratio);
    if (stopped.signal.aborted) return;
    rendering = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] });
    await rendering.promise;
    const text = document.createElement('div');
    text.className = classes.text!;
    frame.style.height = `${viewport.height}px`;
    frame.style.setProperty('--total-scale-factor', String(scale));
    frame.replaceChildren(canvas, text);
    await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport }).render();
  };
  work().catch((error: unknown) => {
    // a page that cannot be drawn stays white, the others are there
    if (!stopped.signal.aborted) console.info(error);
  });
  return () => {
    stopped.abort();
    rendering?.cancel();
  };
};

export const PdfPage = (props: Props) => {
  const { pages, number, width, rotation, shape, label } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNear(frame);
  useEffect(() => {
    if (isNear) return draw({ pages, number, width, rotation, shape, label }, frame.current!);
    // what is far away gives its memory back
    frame.current!.replaceChildren();
    return undefined;
  }, [pages, number, width, rotation, shape, label, isNear]);
  return (
    <div
      ref={frame}
      className={classes.page}
      style={{ width, height: width * shape }}
      role="group"
      aria-label={label}
      data-page={number}
    />
  );
};
