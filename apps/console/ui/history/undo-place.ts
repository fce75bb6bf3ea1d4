import { createContext, type ReactNode } from 'react';

/** Asks whether one deed is to be undone, and says first what that would do. */
export type UndoDialogProps = { readonly correlationId: string; readonly onClose: () => void };

/** What undoes a deed, for whatever shows one; null where nothing does. */
export const UndoPlace = createContext<((asked: UndoDialogProps) => ReactNode) | null>(null);
