import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { archivesApi, bulkApi, filesApi, foldersApi, notesApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../../platform/access/call';
import { Endpoint, From, Input } from '../../platform/http/endpoint';
import { incomingForm } from '../../platform/http/incoming-form';
import { GetArchive, OpenArchive } from '../downloads/archive.handler';
import { CancelBulk, GetOperation, RetryBulk, RunBulk } from '../bulk/bulk.handler';
import { GetDownload, OpenTicket } from '../downloads/download.handler';
import { RenameFile } from './files.handler';
import { CreateAccountingStructure, CreateFolder, RenameFolder } from './folders.handler';
import { GetHistory } from './history.query';
import { GetFile, GetFolder, GetPath, ListFiles, ListFolders, ListTrash } from './listing.query';
import { AddNote, ListNotes } from './notes.handler';
import { GetPreview } from '../downloads/preview.handler';
import { ReadAgain } from './read-again.handler';
import { GetThumbnail } from '../thumbnails/thumbnail.query';
import { GetTree } from './tree.query';
import { ExtractZip, GetEntries } from '../unzip/unzip.handler';
import { UploadFile } from '../uploads/upload.handler';

@Controller()
export class FilesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint(foldersApi.list)
  listFolders(@Input() { query }: InputOf<typeof foldersApi.list>, @From() call: Call) {
    return this.queries.execute(new ListFolders(query, call));
  }

  @Endpoint(foldersApi.tree)
  tree(@Input() { query }: InputOf<typeof foldersApi.tree>, @From() call: Call) {
    return this.queries.execute(new GetTree(query, call));
  }

  @Endpoint(foldersApi.get)
  getFolder(@Input() { params }: InputOf<typeof foldersApi.get>, @From() call: Call) {
    return this.queries.execute(new GetFolder(params.id, call));
  }

  @Endpoint(foldersApi.path)
  path(@Input() { params }: InputOf<typeof foldersApi.path>, @From() call: Call) {
    return this.queries.execute(new GetPath(params.id, call));
  }

  @Endpoint(foldersApi.create)
  createFolder(@Input() { body }: InputOf<typeof foldersApi.create>, @From() call: Call) {
    return this.commands.execute(new CreateFolder(body, call));
  }

  @Endpoint(foldersApi.rename)
  renameFolder(@Input() { params, body }: InputOf<typeof foldersApi.rename>, @From() call: Call) {
    return this.commands.execute(new RenameFolder(params.id, body.name, call));
  }

  @Endpoint(foldersApi.createAccountingStructure)
  createStructure(@Input() { body }: InputOf<typeof foldersApi.createAccountingStructure>, @From() call: Call) {
    return this.commands.execute(new CreateAccountingStructure(body, call));
  }

  @Endpoint(filesApi.list)
  listFiles(@Input() { query }: InputOf<typeof filesApi.list>, @From() call: Call) {
    return this.queries.execute(new ListFiles(query, call));
  }

  @Endpoint(filesApi.trash)
  trash(@Input() { query }: InputOf<typeof filesApi.trash>, @From() call: Call) {
    return this.queries.execute(new ListTrash(query, call));
  }

  @Endpoint(filesApi.get)
  getFile(@Input() { params }: InputOf<typeof filesApi.get>, @From() call: Call) {
    return this.queries.execute(new GetFile(params.id, call));
  }

  @Endpoint(filesApi.upload)
  upload(@From() call: Call, @Req() request: FastifyRequest) {
    return this.commands.execute(new UploadFile(incomingForm(request), call));
  }

  @Endpoint(filesApi.rename)
  renameFile(@Input() { params, body }: InputOf<typeof filesApi.rename>, @From() call: Call) {
    return this.commands.execute(new RenameFile(params.id, body.name, call));
  }

  @Endpoint(filesApi.download)
  download(@Input() { params }: InputOf<typeof filesApi.download>, @From() call: Call) {
    return this.queries.execute(new GetDownload(params.id, call));
  }

  @Endpoint(filesApi.history)
  fileHistory(@Input() { params, query }: InputOf<typeof filesApi.history>, @From() call: Call) {
    return this.queries.execute(new GetHistory('file', params.id, query, call));
  }

  @Endpoint(foldersApi.history)
  folderHistory(@Input() { params, query }: InputOf<typeof foldersApi.history>, @From() call: Call) {
    return this.queries.execute(new GetHistory('folder', params.id, query, call));
  }

  @Endpoint(notesApi.list)
  notes(@Input() { params, query }: InputOf<typeof notesApi.list>, @From() call: Call) {
    return this.queries.execute(new ListNotes(params.id, query, call));
  }

  @Endpoint(notesApi.add)
  addNote(@Input() { params, body }: InputOf<typeof notesApi.add>, @From() call: Call) {
    return this.commands.execute(new AddNote(params.id, body.text, call));
  }

  @Endpoint(filesApi.preview)
  preview(@Input() { params }: InputOf<typeof filesApi.preview>, @From() call: Call) {
    return this.queries.execute(new GetPreview(params.id, call));
  }

  @Endpoint(filesApi.readAgain)
  readAgain(@Input() { params }: InputOf<typeof filesApi.readAgain>, @From() call: Call) {
    return this.commands.execute(new ReadAgain(params.id, call));
  }

  @Endpoint(filesApi.thumbnail)
  thumbnail(@Input() { params }: InputOf<typeof filesApi.thumbnail>, @From() call: Call) {
    return this.queries.execute(new GetThumbnail(params.id, call));
  }

  @Endpoint(filesApi.content)
  async content(
    @Input() { params }: InputOf<typeof filesApi.content>,
    @From() call: Call,
    @Req() { method, headers }: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const asked = { range: headers.range, ifRange: headers['if-range']?.toString(), isHead: method === 'HEAD' };
    const sent = await this.queries.execute(new OpenTicket(params.ticket, asked, call));
    return reply.status(sent.status).headers(sent.headers).send(sent.bytes);
  }

  @Endpoint(archivesApi.entries)
  entries(@Input() { params }: InputOf<typeof archivesApi.entries>, @From() call: Call) {
    return this.queries.execute(new GetEntries(params.id, call));
  }

  @Endpoint(archivesApi.extract)
  extract(@Input() { params, body }: InputOf<typeof archivesApi.extract>, @From() call: Call) {
    return this.commands.execute(new ExtractZip(params.id, body, call));
  }

  @Endpoint(bulkApi.move)
  move(@Input() { body }: InputOf<typeof bulkApi.move>, @From() call: Call) {
    return this.commands.execute(new RunBulk({ kind: 'move', ...body }, call));
  }

  @Endpoint(bulkApi.copy)
  copy(@Input() { body }: InputOf<typeof bulkApi.copy>, @From() call: Call) {
    return this.commands.execute(new RunBulk({ kind: 'copy', ...body }, call));
  }

  @Endpoint(bulkApi.delete)
  delete(@Input() { body }: InputOf<typeof bulkApi.delete>, @From() call: Call) {
    return this.commands.execute(new RunBulk({ kind: 'delete', ...body }, call));
  }

  @Endpoint(bulkApi.restore)
  restore(@Input() { body }: InputOf<typeof bulkApi.restore>, @From() call: Call) {
    return this.commands.execute(new RunBulk({ kind: 'restore', ...body }, call));
  }

  @Endpoint(bulkApi.status)
  status(@Input() { body }: InputOf<typeof bulkApi.status>, @From() call: Call) {
    return this.commands.execute(new RunBulk({ kind: 'status', ...body }, call));
  }

  @Endpoint(bulkApi.download)
  downloadAll(@Input() { body }: InputOf<typeof bulkApi.download>, @From() call: Call) {
    return this.queries.execute(new GetArchive(body, call));
  }

  @Endpoint(bulkApi.content)
  async archive(
    @Input() { params }: InputOf<typeof bulkApi.content>,
    @From() call: Call,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const sent = await this.queries.execute(new OpenArchive(params.ticket, method === 'HEAD', call));
    return reply.status(sent.status).headers(sent.headers).send(sent.bytes);
  }

  @Endpoint(bulkApi.get)
  operation(@Input() { params }: InputOf<typeof bulkApi.get>, @From() call: Call) {
    return this.queries.execute(new GetOperation(params.id, call));
  }

  @Endpoint(bulkApi.retry)
  retry(@Input() { params }: InputOf<typeof bulkApi.retry>, @From() call: Call) {
    return this.commands.execute(new RetryBulk(params.id, call));
  }

  @Endpoint(bulkApi.cancel)
  cancel(@Input() { params }: InputOf<typeof bulkApi.cancel>, @From() call: Call) {
    return this.commands.execute(new CancelBulk(params.id, call));
  }
}
