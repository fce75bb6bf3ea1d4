// Backups of an installation that stores everything in its data folder, for a program beside the server.
export { makeBackup, type MadeBackup } from './backup/make';
export { onDisk } from './backup/files';
export { checkBackup, sentencesOf, type Checked } from './backup/check';
export { restoreBackup, type Restored } from './backup/restore';
export { besideOf } from './backup/vaults';
