import type { ReactNode } from 'react';
import type { Conversation, FoundDocument } from '@dosar/contracts';
import type { DocumentsFilter } from '../files/documents/documents.queries';

/** How what other features have is shown here: they are put together where the screen is. */
export type ShownRows = {
  readonly documents: (shown: {
    readonly label: string;
    readonly files: readonly FoundDocument[];
    /** The list in which one that is pressed is opened. */
    readonly filter: DocumentsFilter;
  }) => ReactNode;
  readonly conversation: (talk: Conversation) => ReactNode;
};
