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

/** The id of an accounting firm. */
export const FirmId = idOf<'firm'>();
/** The id of a client company. */
export const ClientId = idOf<'client'>();
/** The id of an account. */
export const UserId = idOf<'user'>();
/** The id of a file. */
export const FileId = idOf<'file'>();
/** The id of a folder. */
export const FolderId = idOf<'folder'>();
/** The id of a conversation; of a client's own conversation it is the client's. */
export const ConversationId = idOf<'conversation'>();
/** The id of a message. */
export const MessageId = idOf<'message'>();

/** The conversation of a client with its firm has the client's id. */
export const conversationOf = (clientId: ClientId): ConversationId => String(clientId);
