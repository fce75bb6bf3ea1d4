import { useEffect, useEffectEvent, useRef } from 'react';
import { TextLayer, type PDFDocumentProxy, type RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useNear } from '../../../ui/use-near';
import { holds } from './sought';
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
  /** Words that are marked, and gone to where the page is the first that has one. */
  readonly sought: readonly string[];
  readonly isFirstFound: boolean;
};

type Drawn = Pick<Props, 'pages' | 'number' | 'width' | 'rotation' | 'sought'>;

/** Draws a page, with its text above it to be selected, and tells of the first place found. @returns how to stop. */
const draw = (
  { pages, number, width, rotation, sought }: Drawn,
  frame: HTMLElement,
  onFound: (place: HTMLElement) => void,
): (() => void) => {
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
    if (sought.length === 0) return;
    const found = [...text.querySelectorAll('span')].filter((each) => holds(each.textContent, sought));
    for (const each of found) each.dataset['found'] = '';
    if (found[0]) onFound(found[0]);
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
  const { pages, number, width, rotation, shape, label, sought, isFirstFound } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNear(frame, { margin: NEAR });
  const goneFor = useRef<readonly string[] | null>(null);
  const onFound = useEffectEvent((place: HTMLElement) => {
    // it is drawn again when it is made larger or comes back: whoever has read on stays where they are
    if (!isFirstFound || goneFor.current === sought) return;
    goneFor.current = sought;
    place.scrollIntoView({ block: 'center' });
  });
  useEffect(() => {
    if (isNear) return draw({ pages, number, width, rotation, sought }, frame.current!, (place) => onFound(place));
    // what is far away gives its memory back
    frame.current!.replaceChildren();
    return undefined;
  }, [pages, number, width, rotation, shape, sought, isNear]);
  useEffect(() => {
    if (!isFirstFound) return;
    const place = frame.current!.querySelector<HTMLElement>('[data-found]');
    // a page that is far away is not drawn before it is gone to
    if (place) onFound(place);
    else frame.current!.scrollIntoView({ block: 'start' });
  }, [isFirstFound]);
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
