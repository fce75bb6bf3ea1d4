import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { FILE_LIMITS, type InputOf, type notesApi } from '@dosar/contracts';
import { drive } from '@dosar/domain/files/drive.decider';
import { notes } from '@dosar/domain/files/notes.projector';
import type { Call } from '../../platform/access/call';
import type { Json } from '../../platform/http/json';
import { variantOf, ViewRows } from '../../platform/reads/rows';
import { Writes } from '../../platform/writes/writes';
import { Drives } from './drives';

export class ListNotes extends Query<Json> {
  constructor(
    readonly fileId: string,
    readonly query: InputOf<typeof notesApi.list>['query'],
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(ListNotes)
export class ListNotesHandler implements IQueryHandler<ListNotes> {
  constructor(
    private readonly drives: Drives,
    private readonly rows: ViewRows,
  ) {}

  async execute({ fileId, query, call }: ListNotes): Promise<Json> {
    const { file } = await this.drives.file(call, fileId);
    const find = { where: { file_id: file.id }, order: [['created', 'desc']] } as const;
    const produce = () => this.rows.listed(notes, 'notes', find, { ...query, most: FILE_LIMITS.notes });
    return this.rows.part(call, { view: notes, audience: file.id }, produce, variantOf(query));
  }
}

export class AddNote extends Command<Json> {
  constructor(
    readonly fileId: string,
    readonly text: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(AddNote)
export class AddNoteHandler implements ICommandHandler<AddNote> {
  constructor(
    private readonly drives: Drives,
    private readonly writes: Writes,
  ) {}

  async execute({ fileId, text, call }: AddNote): Promise<Json> {
    const { file } = await this.drives.file(call, fileId);
    const write = await this.writes.begin(call, { fileId, text });
    const noteId = write.idFor('note');
    await write.handle(drive, file.client_id, { type: 'AddNote', data: { fileId, noteId, text } });
    return write.reply('note', notes, noteId);
  }
}
