import { Module } from '@nestjs/common';
import type { GatewayContext } from '../platform/context';
import { GetArchiveHandler, OpenArchiveHandler } from './archive.handler';
import { ArchiveNotes } from './archive-notes';
import { ArchiveTickets } from './archive-tickets';
import { BulkRunner } from './bulk-runner';
import { BulkSelection } from './bulk-selection';
import { InterruptedBulk } from './bulk.job';
import { CancelBulkHandler, GetOperationHandler, RetryBulkHandler, RunBulkHandler } from './bulk.handler';
import { bulkProgress } from './bulk.announcer';
import { BulkAnswers } from './bulk-answers';
import { BulkCopies } from './bulk-copies';
import { BulkTries } from './bulk-tries';
import { changedFolders } from './changed-folders.announcer';
import { DownloadNotes } from './download-notes';
import { DownloadWatch } from './download-watch';
import { GetDownloadHandler, OpenTicketHandler } from './download.handler';
import { ChecksOfDocuments } from './checks/document-checks.job';
import { Drives } from './drives';
import { FilesController } from './files.controller';
import { RenameFileHandler } from './files.handler';
import { CreateAccountingStructureHandler, CreateFolderHandler, RenameFolderHandler } from './folders.handler';
import { GetHistoryHandler } from './history.query';
import { Leftovers } from './leftovers.job';
import { OpenedTickets } from './opened-tickets';
import { PartialUploads } from './partial-uploads';
import { AppendUploadHandler, BeginUploadHandler, EndUploadHandler, GetUploadHandler } from './resumable.handler';
import { UnfinishedCounts } from './unfinished-counts';
import { UnfinishedUploads } from './unfinished-uploads.job';
import { UploadsController } from './uploads.controller';
import {
  GetFileHandler,
  GetFolderHandler,
  GetPathHandler,
  ListFilesHandler,
  ListFoldersHandler,
  ListTrashHandler,
} from './listing.query';
import { AddNoteHandler, ListNotesHandler } from './notes.handler';
import { GetPreviewHandler } from './preview.handler';
import { PreviewKinds } from './preview-kinds';
import { ReadAgainHandler } from './read-again.handler';
import { Texts } from './texts/texts';
import { GetThumbnailHandler } from './thumbnails/thumbnail.query';
import { Thumbnails } from './thumbnails/thumbnails';
import { Tickets } from './tickets';
import { GetTreeHandler } from './tree.query';
import { UploadFileHandler } from './upload.handler';
import { ArchiveSelection } from './unzip/archive-selection';
import { Archives } from './unzip/archives';
import { ExtractZipHandler, GetEntriesHandler } from './unzip/unzip.handler';
import { Unpacking } from './unzip/unpacking';
import { Uploads } from './uploads';
import { UploadsUnderWay } from './uploads-under-way';
import { WholeUploads } from './whole-uploads';

@Module({
  controllers: [FilesController, UploadsController],
  providers: [
    ...[
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
    ],
    ...[
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
    ],
    ...[
      ListFilesHandler,
      GetFileHandler,
      ListFoldersHandler,
      GetFolderHandler,
      GetTreeHandler,
      GetPathHandler,
      ListTrashHandler,
    ],
    ...[GetArchiveHandler, OpenArchiveHandler, GetEntriesHandler, ExtractZipHandler],
    ...[
      GetUploadHandler,
      GetOperationHandler,
      GetDownloadHandler,
      GetPreviewHandler,
      GetThumbnailHandler,
      OpenTicketHandler,
      GetHistoryHandler,
      ListNotesHandler,
    ],
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
