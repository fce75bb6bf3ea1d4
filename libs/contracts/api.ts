import { auditApi } from './audit/audit.api';
import { bulkApi } from './files/bulk.api';
import { filesApi } from './files/files.api';
import { foldersApi } from './files/folders.api';
import { uploadsApi } from './files/uploads.api';
import { authApi } from './identity/auth.api';
import { clientsApi } from './identity/clients.api';
import { firmsApi } from './identity/firms.api';
import { settingsApi } from './identity/settings.api';
import { usersApi } from './identity/users.api';
import { systemApi } from './system.api';

/** All calls, by context: what is not here does not exist. */
export const api = {
  auth: authApi,
  users: usersApi,
  firms: firmsApi,
  clients: clientsApi,
  settings: settingsApi,
  folders: foldersApi,
  files: filesApi,
  uploads: uploadsApi,
  bulk: bulkApi,
  audit: auditApi,
  system: systemApi,
} as const;
