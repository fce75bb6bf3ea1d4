import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bulkApi, filesApi, foldersApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../platform/call';
import { Endpoint, From, Input } from '../platform/endpoint';
import { GetOperation, RunBulk } from './bulk.handler';
import { GetDownload, OpenTicket } from './download.handler';
import { RenameFile } from './files.handler';
import { CreateAccountingStructure, CreateFolder, RenameFolder } from './folders.handler';
import { GetFile, GetFolder, GetPath, GetTree, ListFiles, ListFolders, ListTrash } from './listing.query';
import { UploadFile } from './upload.handler';

@Controller()
export class FilesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint(foldersApi.list)
  listFolders(@Input(foldersApi.list) { query }: InputOf<typeof foldersApi.list>, @From() call: Call) {
    return this.queries.execute(new ListFolders(query, call));
  }

  @Endpoint(foldersApi.tree)
  tree(@Input(foldersApi.tree) { query }: InputOf<typeof foldersApi.tree>, @From() call: Call) {
    return this.queries.execute(new GetTree(query.client_id, call));
  }

  @Endpoint(foldersApi.get)
  getFolder(@Input(foldersApi.get) { params }: InputOf<typeof foldersApi.get>, @From() call: Call) {
    return this.queries.execute(new GetFolder(params.id, call));
  }

  @Endpoint(foldersApi.path)
  path(@Input(foldersApi.path) { params }: InputOf<typeof foldersApi.path>, @From() call: Call) {
    return this.queries.execute(new GetPath(params.id, call));
  }

  @Endpoint(foldersApi.create)
  createFolder(@Input(foldersApi.create) { body }: InputOf<typeof foldersApi.create>, @From() call: Call) {
    return this.commands.execute(new CreateFolder(body, call));
  }

  @Endpoint(foldersApi.rename)
  renameFolder(@Input(foldersApi.rename) { params, body }: InputOf<typeof foldersApi.rename>, @From() call: Call) {
    return this.commands.execute(new RenameFolder(params.id, body.name, call));
  }

  @Endpoint(foldersApi.createAccountingStructure)
  createStructure(
    @Input(foldersApi.createAccountingStructure) { body }: InputOf<typeof foldersApi.createAccountingStructure>,
    @From() call: Call,
  ) {
    return this.commands.execute(new CreateAccountingStructure(body, call));
  }

  @Endpoint(filesApi.list)
  listFiles(@Input(filesApi.list) { query }: InputOf<typeof filesApi.list>, @From() call: Call) {
    return this.queries.execute(new ListFiles(query, call));
  }

  @Endpoint(filesApi.trash)
  trash(@Input(filesApi.trash) { query }: InputOf<typeof filesApi.trash>, @From() call: Call) {
    return this.queries.execute(new ListTrash(query.client_id, call));
  }

  @Endpoint(filesApi.get)
  getFile(@Input(filesApi.get) { params }: InputOf<typeof filesApi.get>, @From() call: Call) {
    return this.queries.execute(new GetFile(params.id, call));
  }

  @Endpoint(filesApi.upload)
  upload(@Req() request: FastifyRequest, @From() call: Call) {
    return this.commands.execute(new UploadFile(request, call));
  }

  @Endpoint(filesApi.rename)
  renameFile(@Input(filesApi.rename) { params, body }: InputOf<typeof filesApi.rename>, @From() call: Call) {
    return this.commands.execute(new RenameFile(params.id, body.name, call));
  }

  @Endpoint(filesApi.download)
  download(@Input(filesApi.download) { params }: InputOf<typeof filesApi.download>, @From() call: Call) {
    return this.queries.execute(new GetDownload(params.id, call));
  }

  @Endpoint(filesApi.content)
  content(
    @Input(filesApi.content) { params }: InputOf<typeof filesApi.content>,
    @From() call: Call,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.queries.execute(new OpenTicket(params.ticket, request, reply, call));
  }

  @Endpoint(bulkApi.move)
  move(@Input(bulkApi.move) { body }: InputOf<typeof bulkApi.move>, @From() call: Call) {
    return this.commands.execute(new RunBulk({ kind: 'move', ...body }, call));
  }

  @Endpoint(bulkApi.delete)
  delete(@Input(bulkApi.delete) { body }: InputOf<typeof bulkApi.delete>, @From() call: Call) {
    return this.commands.execute(new RunBulk({ kind: 'delete', ...body }, call));
  }

  @Endpoint(bulkApi.restore)
  restore(@Input(bulkApi.restore) { body }: InputOf<typeof bulkApi.restore>, @From() call: Call) {
    return this.commands.execute(new RunBulk({ kind: 'restore', ...body }, call));
  }

  @Endpoint(bulkApi.status)
  status(@Input(bulkApi.status) { body }: InputOf<typeof bulkApi.status>, @From() call: Call) {
    return this.commands.execute(new RunBulk({ kind: 'status', ...body }, call));
  }

  @Endpoint(bulkApi.get)
  operation(@Input(bulkApi.get) { params }: InputOf<typeof bulkApi.get>, @From() call: Call) {
    return this.queries.execute(new GetOperation(params.id, call));
  }
}
