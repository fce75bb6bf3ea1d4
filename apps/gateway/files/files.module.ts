import { Module } from '@nestjs/common';
import type { GatewayContext } from '../platform/hosting/context';
import { GetArchiveHandler, OpenArchiveHandler } from './downloads/archive.handler';
import { ArchiveNotes } from './downloads/archive-notes';
import { ArchiveTickets } from './downloads/archive-tickets';
import { BulkRunner } from './bulk/bulk-runner';
import { BulkSelection } from './bulk/bulk-selection';
import { InterruptedBulk } from './bulk/bulk.job';
import { CancelBulkHandler, GetOperationHandler, RetryBulkHandler, RunBulkHandler } from './bulk/bulk.handler';
import { bulkProgress } from './bulk/bulk.announcer';
import { BulkAnswers } from './bulk/bulk-answers';
import { BulkCopies } from './bulk/bulk-copies';
import { BulkTries } from './bulk/bulk-tries';
import { changedFolders } from './tree/changed-folders.announcer';
import { DownloadNotes } from './downloads/download-notes';
import { DownloadWatch } from './downloads/download-watch';
import { GetDownloadHandler, OpenTicketHandler } from './downloads/download.handler';
import { ChecksOfDocuments } from './checks/document-checks.job';
import { Drives } from './tree/drives';
import { FilesController } from './tree/files.controller';
import { RenameFileHandler } from './tree/files.handler';
import { CreateAccountingStructureHandler, CreateFolderHandler, RenameFolderHandler } from './tree/folders.handler';
import { GetHistoryHandler } from './tree/history.query';
import { Leftovers } from './uploads/leftovers.job';
import { OpenedTickets } from './downloads/opened-tickets';
import { PartialUploads } from './uploads/partial-uploads';
import {
  AppendUploadHandler,
  BeginUploadHandler,
  EndUploadHandler,
  GetUploadHandler,
} from './uploads/resumable.handler';
import { UnfinishedCounts } from './uploads/unfinished-counts';
import { UnfinishedUploads } from './uploads/unfinished-uploads.job';
import { UploadsController } from './uploads/uploads.controller';
import {
  GetFileHandler,
  GetFolderHandler,
  GetPathHandler,
  ListFilesHandler,
  ListFoldersHandler,
  ListTrashHandler,
} from './tree/listing.query';
import { AddNoteHandler, ListNotesHandler } from './tree/notes.handler';
import { GetPreviewHandler } from './downloads/preview.handler';
import { PreviewKinds } from './downloads/preview-kinds';
import { ReadAgainHandler } from './tree/read-again.handler';
import { Texts } from './texts/texts';
import { GetThumbnailHandler } from './thumbnails/thumbnail.query';
import { Thumbnails } from './thumbnails/thumbnails';
import { Tickets } from './downloads/tickets';
import { GetTreeHandler } from './tree/tree.query';
import { UploadFileHandler } from './uploads/upload.handler';
import { ArchiveSelection } from './unzip/archive-selection';
import { Archives } from './unzip/archives';
import { ExtractZipHandler, GetEntriesHandler } from './unzip/unzip.handler';
import { Unpacking } from './unzip/unpacking';
import { Uploads } from './uploads/uploads';
import { UploadsUnderWay } from './uploads/uploads-under-way';
import { WholeUploads } from './uploads/whole-uploads';

@Module({
  controllers: [FilesController, UploadsController],
  providers: [
    ArchiveNotes,
    ArchiveTickets,
    ArchiveSelection,
    Archives,
    BulkAnswers,
    BulkCopies,
    BulkRunner,
    BulkSelection,
    BulkTries,
    ChecksOfDocuments,
    DownloadNotes,
    DownloadWatch,
    Drives,
    InterruptedBulk,
    Leftovers,
    OpenedTickets,
    Tickets,
    Unpacking,
    PartialUploads,
    PreviewKinds,
    Texts,
    Thumbnails,
    UnfinishedCounts,
    UnfinishedUploads,
    Uploads,
    UploadsUnderWay,
    WholeUploads,
    CreateFolderHandler,
    RenameFolderHandler,
    CreateAccountingStructureHandler,
    UploadFileHandler,
    BeginUploadHandler,
    AppendUploadHandler,
    EndUploadHandler,
    RenameFileHandler,
    AddNoteHandler,
    ReadAgainHandler,
    RunBulkHandler,
    RetryBulkHandler,
    CancelBulkHandler,
    ListFilesHandler,
    GetFileHandler,
    ListFoldersHandler,
    GetFolderHandler,
    GetTreeHandler,
    GetPathHandler,
    ListTrashHandler,
    GetArchiveHandler,
    OpenArchiveHandler,
    GetEntriesHandler,
    ExtractZipHandler,
    GetUploadHandler,
    GetOperationHandler,
    GetDownloadHandler,
    GetPreviewHandler,
    GetThumbnailHandler,
    OpenTicketHandler,
    GetHistoryHandler,
    ListNotesHandler,
  ],
})
class FilesModule {}

/** Documents and folders, and operations over many of them. */
export const files: GatewayContext = {
  module: FilesModule,
  announcers: [changedFolders, bulkProgress],
  audiences: [],
  listeners: [],
  jobs: [ArchiveTickets, InterruptedBulk, ChecksOfDocuments, Leftovers, UnfinishedUploads],
};
