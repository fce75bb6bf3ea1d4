import { useRef, useState, type DragEvent } from 'react';
import type { Entry } from '../list/entries';

/** What is being dragged inside this page: a browser does not tell before it is dropped. */
let dragged: readonly Entry[] = [];

export const startDrag = (event: DragEvent, entries: readonly Entry[], label: string): void => {
  dragged = entries;
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData('text/plain', label);
};

export const endDrag = (): void => {
  dragged = [];
};

type Drop = {
  /** Only what comes from the desktop; what is dragged inside the page goes to folders. */
  readonly onFiles: (transfer: DataTransfer) => void;
  readonly onEntries?: (entries: readonly Entry[]) => void;
  /** The folder that this is, into which itself cannot go. */
  readonly folderId?: string | null;
};

const isFromDesktop = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Makes a place into one that things can be dropped on. */
export const useDrop = ({ onFiles, onEntries, folderId = null }: Drop) => {
  const depth = useRef(0);
  const [isOver, setOver] = useState(false);
  const takes = (event: DragEvent) =>
    isFromDesktop(event) ||
    (onEntries !== undefined && dragged.length > 0 && !dragged.some(({ id }) => id === folderId));
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      if (!takes(event)) return;
      event.preventDefault();
      event.stopPropagation();
      depth.current += 1;
      setOver(true);
    },
    onDragOver: (event: DragEvent) => {
      if (!takes(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isFromDesktop(event) ? 'copy' : 'move';
    },
    onDragLeave: (event: DragEvent) => {
      if (!takes(event)) return;
      event.stopPropagation();
      depth.current -= 1;
      if (depth.current <= 0) leave();
    },
    onDrop: (event: DragEvent) => {
      if (!takes(event)) return;
      event.preventDefault();
      event.stopPropagation();
      leave();
      if (isFromDesktop(event)) onFiles(event.dataTransfer);
      else onEntries?.(dragged);
      dragged = [];
    },
  };
  return { isOver, handlers };
};
