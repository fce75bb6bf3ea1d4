import type { DeedFilters } from '@dosar/contracts';
import { rowIn, type Terms } from '@dosar/kernel/runtime';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import { notFound, Problem, wrongField } from '../../platform/http/problem';
import type { CallerReads } from '../../platform/reads/reads';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { ConversationsReads } from '../../conversations/conversations.reads';
import { FilesReads } from '../../files/files.reads';
import { deedTerms } from '../deed-filters';

/** What the deeds are looked for that are about something; of a conversation more are found than are about it. */
export type DeedSearch = { readonly terms: readonly Terms[]; readonly conversationId: string | null };

type Of = { readonly resource_type?: string | undefined; readonly resource_id?: string | undefined };

const found = (...filters: readonly Omit<DeedFilters, 'bookkeeping'>[]): DeedSearch => ({
  terms: filters.flatMap((each) => deedTerms({ ...each, bookkeeping: false })),
  conversationId: null,
});

/** Whose a file or folder is, also of what lies in the trash. @throws Problem when it is not there */
export const clientOfItem = async (reads: CallerReads, type: 'file' | 'folder', id: string): Promise<string> => {
  if (type === 'file') return rowIn((await reads.must(files, id)).json).client_id;
  return rowIn((await reads.must(folders, id)).json).client_id;
};

/** @throws Problem when the caller may not see it, or nothing is named */
export const deedSearchOf = async (
  context: UseCaseContext,
  { resource_type: type, resource_id: id, client_id }: Of & { readonly client_id?: string | undefined },
): Promise<DeedSearch> => {
  if (type === undefined || id === undefined || type === 'client') {
    const clientId = context.see(FilesReads).clientId(type === 'client' ? id : client_id, 'client_id');
    return found({ client_id: clientId, kinds: ['files'] });
  }
  if (type === 'file' || type === 'folder') {
    const { reads } = context;
    reads.mustClientOf(await clientOfItem(reads, type, id), type, id);
    return found({ resource_id: id, kinds: ['files'] });
  }
  if (type === 'conversation') return inConversation(context, id);
  if (type !== 'user') throw wrongField('resource_type', 'value');
  const { caller } = context.call;
  if (caller.role !== 'admin') throw caller.id === id ? new Problem('ACCESS_DENIED') : notFound();
  return found({ resource_id: id, kinds: ['people'] });
};

/** What is said there is found by whose client it is about, or by who takes part. */
const inConversation = ({ see }: UseCaseContext, id: string): DeedSearch => {
  const { clientId, participants } = see(ConversationsReads).must(id);
  const kinds: DeedFilters['kinds'] = ['conversations'];
  const by = clientId === null ? participants.map((user_id) => ({ user_id, kinds })) : [{ client_id: clientId, kinds }];
  return { ...found(...by), conversationId: id };
};
