import { auditApi } from './audit/audit.api';
import { deedsApi } from './audit/deeds.api';
import { exportsApi } from './audit/exports.api';
import { headsApi } from './audit/heads.api';
import { undoApi } from './audit/undo.api';
import { pastApi } from './audit/past.api';
import { dashboardApi } from './dashboard/dashboard.api';
import { conversationsApi, messagesApi } from './conversations/conversations.api';
import { archivesApi } from './files/archives.api';
import { bulkApi } from './files/bulk.api';
import { documentsApi } from './files/documents.api';
import { filesApi } from './files/files.api';
import { foldersApi } from './files/folders.api';
import { invoicesApi } from './files/invoices.api';
import { notesApi } from './files/notes.api';
import { partsApi } from './files/parts.api';
import { pagesApi } from './files/pages.api';
import { uploadsApi } from './files/uploads.api';
import { authApi } from './identity/auth.api';
import { clientsApi } from './identity/clients.api';
import { firmsApi } from './identity/firms.api';
import { settingsApi } from './identity/settings.api';
import { usersApi } from './identity/users.api';
import { mandatesApi } from './mandates/mandates.api';
import { notificationsApi } from './notifications/notifications.api';
import { searchApi } from './search/search.api';
import { systemApi } from './system.api';

/** All calls, by context: what is not here does not exist. */
export const api = {
  auth: authApi,
  users: usersApi,
  firms: firmsApi,
  clients: clientsApi,
  settings: settingsApi,
  mandates: mandatesApi,
  folders: foldersApi,
  files: filesApi,
  documents: documentsApi,
  invoices: invoicesApi,
  notes: notesApi,
  uploads: uploadsApi,
  archives: archivesApi,
  parts: partsApi,
  pages: pagesApi,
  bulk: bulkApi,
  conversations: conversationsApi,
  messages: messagesApi,
  notifications: notificationsApi,
  audit: auditApi,
  past: pastApi,
  deeds: deedsApi,
  heads: headsApi,
  exports: exportsApi,
  undo: undoApi,
  dashboard: dashboardApi,
  search: searchApi,
  system: systemApi,
} as const;

/** What the calls of each are about, as the documentation says it. */
export const aboutCalls: Readonly<Record<keyof typeof api, string>> = {
  auth: 'Coming in, staying in, going out, and the own account.',
  users: 'Accounts, and who has to do with whom.',
  firms: 'Accounting firms.',
  clients: 'Client companies, and their accountants.',
  settings: 'What is set for the whole installation.',
  mandates: 'Auditors: who was appointed, for what, and what they opened.',
  folders: 'Folders of a client.',
  files: 'Documents of a client.',
  documents: 'Documents of all clients that the caller may see, by what is to be done with them.',
  invoices: 'What documents that are accounted for have to do with each other.',
  notes: 'What is written beside documents.',
  uploads: 'Uploads that can be gone on with, by the tus protocol.',
  archives: 'What is in archives, and taking it out.',
  parts: 'Files inside documents and archives.',
  pages: 'New documents of pages of others.',
  bulk: 'What is done to many at once.',
  conversations: 'Conversations, and how far they were read.',
  messages: 'What is said in conversations.',
  notifications: 'What people are told of, and how.',
  audit: 'Who did what, and when.',
  past: 'What was there at an instant, and who could see it.',
  deeds: 'The audit by deeds: all that one act caused is one entry.',
  exports: 'That lists were taken away as files.',
  heads: 'Signed heads of the log, and what proves that something is in it.',
  undo: 'Taking back what was done, and restoring what was.',
  dashboard: 'What there is and what happened, in figures.',
  search: 'Finding things by their words, and what was looked for before.',
  system: 'The installation itself.',
};
