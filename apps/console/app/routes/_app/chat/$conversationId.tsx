import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { thenSearch } from '../../../../platform/past/then.search';

/** `message`: the one that it opens at, where it was found; `file`: the one that is asked about; `look`: the one that is looked at. */
const Address = z.object({
  message: z.string().optional(),
  file: z.string().optional(),
  look: z.string().optional(),
  ...thenSearch,
});

/** The conversation that is open stands beside the others. */
export const Route = createFileRoute('/_app/chat/$conversationId')({
  validateSearch: Address.catch({}),
  component: () => null,
});
