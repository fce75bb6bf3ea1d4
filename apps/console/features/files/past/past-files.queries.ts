import { former } from '../../../platform/past/former';
import type { Then } from '../../../platform/past/then';
import { filesApi, foldersApi, notesApi } from '@dosar/contracts';

export const formerTree = (clientId: string, then: Then) =>
  former(foldersApi.tree, { query: { client_id: clientId, ...then } });

export const formerPath = (id: string, then: Then) => former(foldersApi.path, { params: { id }, query: { ...then } });

export const formerFolders = (clientId: string, folderId: string | null, then: Then) =>
  former(foldersApi.list, { query: { clientId, ...(folderId !== null && { parentFolderId: folderId }), ...then } });

export const formerFiles = (clientId: string, folderId: string | null, then: Then) =>
  former(filesApi.list, { query: { clientId, ...(folderId !== null && { folderId }), ...then } });

export const formerFile = (id: string, then: Then) => former(filesApi.get, { params: { id }, query: { ...then } });

export const formerNotes = (id: string, then: Then) => former(notesApi.list, { params: { id }, query: { ...then } });
