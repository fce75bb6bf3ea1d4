import { z } from 'zod';

/**
 * The id of one kind of thing. It is a text, and any text may be one; but one that is known to be of a client is not taken
 * for one of a file.
 */
export type IdOf<K extends string> = string & { readonly idOf?: K };
export type FirmId = IdOf<'firm'>;
export type ClientId = IdOf<'client'>;
export type UserId = IdOf<'user'>;
export type FileId = IdOf<'file'>;
export type FolderId = IdOf<'folder'>;
export type ConversationId = IdOf<'conversation'>;
export type MessageId = IdOf<'message'>;

/** Any string of up to 64 characters is taken for an id; one that names nothing is unknown. */
export const Id = z.string().min(1).max(64);
const idOf = <K extends string>() => Id as z.ZodType<IdOf<K>, string>;

export const FirmId = idOf<'firm'>();
export const ClientId = idOf<'client'>();
export const UserId = idOf<'user'>();
export const FileId = idOf<'file'>();
export const FolderId = idOf<'folder'>();
export const ConversationId = idOf<'conversation'>();
export const MessageId = idOf<'message'>();

/** The conversation of a client with its firm has the client's id. */
export const conversationOf = (clientId: ClientId): ConversationId => String(clientId);
