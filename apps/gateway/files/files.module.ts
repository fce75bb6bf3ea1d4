import { context } from '../platform/hosting/context';
import { BulkAnswers } from './bulk/bulk-answers';
import { BulkCopies } from './bulk/bulk-copies';
import { BulkRunner } from './bulk/bulk-runner';
import { BulkSelection } from './bulk/bulk-selection';
import { BulkTries } from './bulk/bulk-tries';
import { bulkProgress } from './bulk/bulk.announcer';
import { InterruptedBulk } from './bulk/bulk.job';
import {
  cancelBulk,
  changeStatus,
  copyItems,
  deleteItems,
  getOperation,
  moveItems,
  restoreItems,
  retryBulk,
} from './bulk/run-bulk';
import { ChecksOfDocuments } from './checks/document-checks.job';
import { ArchiveNotes } from './downloads/archive-notes';
import { ArchiveTickets } from './downloads/archive-tickets';
import { getArchive } from './downloads/download-archive';
import { getDownload, openTicket } from './downloads/download-file';
import { DownloadNotes } from './downloads/download-notes';
import { DownloadWatch } from './downloads/download-watch';
import { openArchive } from './downloads/open-archive';
import { OpenedTickets } from './downloads/opened-tickets';
import { getPreview } from './downloads/preview-file';
import { PreviewKinds } from './downloads/preview-kinds';
import { Tickets } from './downloads/tickets';
import { changeFields, changeTags, listTags } from './fields/change-fields';
import { listInvoices } from './fields/list-invoices';
import { listRepeated } from './fields/list-repeated';
import { InvoiceFields } from './fields/invoice-fields.job';
import { getParts, openPart } from './inside/get-parts';
import { Insides } from './inside/insides';
import { arrangePages } from './pages/arrange-pages';
import { Arranging } from './pages/arranging';
import { PageSelection } from './pages/page-selection';
import { Texts } from './texts/texts';
import { getThumbnail } from './thumbnails/get-thumbnail';
import { Thumbnails } from './thumbnails/thumbnails';
import { addNote, listNotes } from './tree/add-note';
import { changedFolders } from './tree/changed-folders.announcer';
import { createFolder } from './tree/create-folder';
import { createAccountingStructure } from './tree/create-structure';
import { FilesReads } from './files.reads';
import { fileHistory, folderHistory } from './tree/get-history';
import { getTree } from './tree/get-tree';
import { listDocuments } from './tree/list-documents';
import { getFile, getFolder, getPath, listFiles, listFolders } from './tree/list-files';
import { listTrash } from './tree/list-trash';
import { readAgain } from './tree/read-again';
import { renameFile, renameFolder } from './tree/rename-file';
import { BulkReturns } from './undo/bulk-returns';
import { Deeds } from './undo/deeds';
import { PastItems } from './undo/past-items';
import { restorePast } from './undo/restore-past';
import { undoDeed } from './undo/undo-deed';
import { ArchiveSelection } from './unzip/archive-selection';
import { Archives } from './unzip/archives';
import { extractZip, getEntries } from './unzip/extract-zip';
import { Unpacking } from './unzip/unpacking';
import { appendUpload } from './uploads/append-upload';
import { beginUpload, tellUploads } from './uploads/begin-upload';
import { endUpload, getUpload } from './uploads/end-upload';
import { OrphanedBytes } from './uploads/orphaned-bytes.job';
import { PartialUploads } from './uploads/partial-uploads';
import { UnfinishedCounts } from './uploads/unfinished-counts';
import { UnfinishedUploads } from './uploads/unfinished-uploads.job';
import { uploadFile } from './uploads/upload-file';
import { Uploads } from './uploads/uploads';
import { UploadsUnderWay } from './uploads/uploads-under-way';
import { WholeUploads } from './uploads/whole-uploads';

const ofFolders = [
  listFolders,
  getTree,
  getFolder,
  getPath,
  createFolder,
  renameFolder,
  createAccountingStructure,
  folderHistory,
];
const ofFiles = [
  listFiles,
  listTrash,
  listDocuments,
  getFile,
  renameFile,
  changeFields,
  changeTags,
  listTags,
  listInvoices,
  listRepeated,
  fileHistory,
  listNotes,
  addNote,
  readAgain,
  getThumbnail,
  getPreview,
  getDownload,
  openTicket,
];
const ofUploads = [uploadFile, tellUploads, beginUpload, getUpload, appendUpload, endUpload];
const ofArchives = [getEntries, extractZip, getArchive, openArchive, getParts, openPart, arrangePages];
const ofMany = [moveItems, copyItems, deleteItems, restoreItems, changeStatus, getOperation, retryBulk, cancelBulk];
const ofThePast = [undoDeed, restorePast];

/** Documents and folders, and operations over many of them. */
export const files = context({
  useCases: [...ofFolders, ...ofFiles, ...ofUploads, ...ofArchives, ...ofMany, ...ofThePast],
  providers: [
    ArchiveNotes,
    ArchiveSelection,
    Archives,
    Arranging,
    BulkAnswers,
    BulkCopies,
    BulkReturns,
    BulkRunner,
    BulkSelection,
    BulkTries,
    Deeds,
    DownloadNotes,
    DownloadWatch,
    Insides,
    OpenedTickets,
    PageSelection,
    PartialUploads,
    PastItems,
    PreviewKinds,
    Texts,
    Thumbnails,
    Tickets,
    UnfinishedCounts,
    Unpacking,
    Uploads,
    UploadsUnderWay,
    WholeUploads,
  ],
  reads: [FilesReads],
  announcers: [changedFolders, bulkProgress],
  jobs: [ArchiveTickets, InterruptedBulk, InvoiceFields, ChecksOfDocuments, OrphanedBytes, UnfinishedUploads],
});
