import { createFileRoute } from '@tanstack/react-router';

/** No conversation is open. */
export const Route = createFileRoute('/_app/chat/')({ component: () => null });
