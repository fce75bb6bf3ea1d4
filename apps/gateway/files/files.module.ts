import { Module } from '@nestjs/common';
import { BulkRunner } from './bulk-runner';
import { GetOperationHandler, RunBulkHandler } from './bulk.handler';
import { DownloadNotes } from './download-notes';
import { DownloadWatch } from './download-watch';
import { GetDownloadHandler, OpenTicketHandler } from './download.handler';
import { Drives } from './drives';
import { FilesController } from './files.controller';
import { RenameFileHandler } from './files.handler';
import { CreateAccountingStructureHandler, CreateFolderHandler, RenameFolderHandler } from './folders.handler';
import { Leftovers } from './leftovers';
import {
  GetFileHandler,
  GetFolderHandler,
  GetPathHandler,
  GetTreeHandler,
  ListFilesHandler,
  ListFoldersHandler,
  ListTrashHandler,
} from './listing.query';
import { Tickets } from './tickets';
import { UploadFileHandler } from './upload.handler';
import { Uploads } from './uploads';
import { UploadsUnderWay } from './uploads-under-way';

@Module({
  controllers: [FilesController],
  providers: [
    ...[BulkRunner, DownloadNotes, DownloadWatch, Drives, Leftovers, Tickets, Uploads, UploadsUnderWay],
    ...[
      CreateFolderHandler,
      RenameFolderHandler,
      CreateAccountingStructureHandler,
      UploadFileHandler,
      RenameFileHandler,
      RunBulkHandler,
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
    ...[GetOperationHandler, GetDownloadHandler, OpenTicketHandler],
  ],
})
export class FilesModule {}
