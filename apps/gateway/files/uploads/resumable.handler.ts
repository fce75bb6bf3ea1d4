import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { FILE_LIMITS, mendedName, sizeLimitOf } from '@dosar/contracts';
import type { KeptBytes } from '@dosar/kernel/runtime';
import { drive } from '@dosar/domain/files/drive.decider';
import { isInFirms } from '@dosar/domain/files/drive-nodes';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import { Writes } from '../../platform/writes/writes';
import { allowedExtensionOf } from './content-type';
import { Drives } from '../tree/drives';
import { PartialUploads, type Held, type PartialUpload } from './partial-uploads';
import { piecesOf } from './pieces';
import type { Checksum, Wanted } from './tus';
import { UploadsUnderWay } from './uploads-under-way';
import { WholeUploads } from './whole-uploads';

/** More requests than this for one file only make work. */
const MOST_PARTS = 2_000;

export class BeginUpload extends Command<PartialUpload> {
  constructor(
    readonly wanted: Wanted,
    readonly call: Call,
  ) {
    super();
  }
}

export class AppendUpload extends Command<PartialUpload> {
  constructor(
    readonly id: string,
    readonly brought: {
      readonly offset: number;
      readonly bytes: AsyncIterable<Buffer>;
      /** null when it is not said. */
      readonly announced: number | null;
      readonly checksum: Checksum | null;
    },
    readonly call: Call,
  ) {
    super();
  }
}

export class EndUpload extends Command<void> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

export class GetUpload extends Query<PartialUpload> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

/** @throws Problem when its kind is not taken, or not at that size */
const acceptedName = ({ filename, length }: Wanted): string => {
  const name = mendedName(filename);
  allowedExtensionOf(name);
  if (length > sizeLimitOf(name)) throw new Problem('FILE_TOO_LARGE');
  return name;
};

@CommandHandler(BeginUpload)
export class BeginUploadHandler implements ICommandHandler<BeginUpload> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly drives: Drives,
    private readonly whole: WholeUploads,
  ) {}

  async execute({ wanted, call }: BeginUpload): Promise<PartialUpload> {
    const name = acceptedName(wanted);
    const clientId = this.drives.clientId(call, wanted.client_id, 'client_id');
    const { folderId } = await this.drives.place(call, clientId, wanted.folder_id, 'client_id');
    await this.mustTake(call, { clientId, folderId, length: wanted.length });
    const write = await this.writes.begin(call, { ...wanted, client_id: clientId });
    return this.whole.begin(call, {
      id: write.idFor('upload'),
      userId: call.caller.id,
      clientId,
      folderId,
      name,
      length: wanted.length,
      isFromChat: wanted.from_chat ?? false,
      offset: 0,
      parts: [],
      fileId: null,
      duplicateOf: null,
    });
  }

  /** What could only be refused at the end is refused before it is sent. @throws Problem */
  private async mustTake(
    { caller }: Call,
    { clientId, folderId, length }: Pick<PartialUpload, 'clientId' | 'folderId' | 'length'>,
  ): Promise<void> {
    const { commandHandler, access } = this.installation;
    const state = await commandHandler.state(drive, clientId);
    if (caller.role === 'user' && isInFirms(state, folderId)) throw new Problem('ACCESS_DENIED');
    const { quota } = access.client(clientId)!;
    if (quota > 0 && state.used + length > quota) throw new Problem('QUOTA_EXCEEDED');
  }
}

const leftOf = ({ partial }: Held): number => partial.length - partial.offset;

/** @throws Problem when it is not what comes next, or more than is left */
const mustFit = (held: Held, { offset, announced }: AppendUpload['brought']): void => {
  const { partial } = held;
  if (offset !== partial.offset || partial.fileId !== null) throw new Problem('CONFLICT');
  if ((announced ?? 0) > leftOf(held) || partial.parts.length >= MOST_PARTS) throw new Problem('PAYLOAD_TOO_LARGE');
};

@CommandHandler(AppendUpload)
export class AppendUploadHandler implements ICommandHandler<AppendUpload> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly partials: PartialUploads,
    private readonly whole: WholeUploads,
    private readonly underWay: UploadsUnderWay,
  ) {}

  async execute({ id, brought, call }: AppendUpload): Promise<PartialUpload> {
    const held = await this.partials.must(call, id);
    mustFit(held, brought);
    const end = this.underWay.begin(call.caller.sessionId, brought.announced ?? leftOf(held));
    return (brought.checksum ? this.checked(held, brought, call) : this.taken(held, brought, call)).finally(end);
  }

  /** Each full piece is kept as soon as it has come: a line that breaks costs the piece that was coming. */
  private async taken(start: Held, { bytes }: AppendUpload['brought'], call: Call): Promise<PartialUpload> {
    let held = start;
    for await (const piece of piecesOf(bytes, FILE_LIMITS.chunk)) {
      const { partial } = held;
      const part = await this.put(piece, partial.length - partial.offset);
      const offset = partial.offset + part.size;
      if (offset === partial.length) return this.whole.finish(call, held, [part]);
      held = await this.partials
        .replace(held, { offset, parts: [...partial.parts, part] })
        .catch((error: unknown) => this.discarded(part, error));
    }
    return held.partial;
  }

  /** All of it, or nothing: what came is not what was sent as long as its hash does not say so. */
  private async checked(held: Held, { bytes, checksum }: AppendUpload['brought'], call: Call): Promise<PartialUpload> {
    const { algorithm, hash } = checksum!;
    const hashing = createHash(algorithm);
    const { partial } = held;
    const watched = async function* () {
      for await (const chunk of bytes) {
        hashing.update(chunk);
        yield chunk;
      }
    };
    const part = await this.put(watched(), Math.min(partial.length - partial.offset, FILE_LIMITS.zip));
    if (!hashing.digest().equals(hash)) return this.discarded(part, new Problem('CHECKSUM_MISMATCH'));
    const offset = partial.offset + part.size;
    if (offset === partial.length) return this.whole.finish(call, held, [part]);
    const next = { offset, parts: [...partial.parts, part] };
    return (await this.partials.replace(held, next).catch((error: unknown) => this.discarded(part, error))).partial;
  }

  /** @throws Problem when more comes than the upload has room for, or the line breaks */
  private async put(piece: AsyncIterable<Buffer>, most: number): Promise<KeptBytes> {
    const bounded = async function* () {
      let size = 0;
      for await (const chunk of piece) {
        size += chunk.length;
        if (size > most) throw new Problem('PAYLOAD_TOO_LARGE');
        yield chunk;
      }
    };
    try {
      const { id, size, bytesKey } = await this.installation.documents.put(bounded());
      return { id, size, bytesKey };
    } catch (error) {
      throw isBroken(error) ? new Problem('MALFORMED_REQUEST') : error;
    }
  }

  private async discarded(part: KeptBytes, error: unknown): Promise<never> {
    await this.partials.discard([part]);
    throw error;
  }
}

/** The line broke while a body came. */
const isBroken = (error: unknown) =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as { code?: string }).code ?? '');

@CommandHandler(EndUpload)
export class EndUploadHandler implements ICommandHandler<EndUpload> {
  constructor(private readonly partials: PartialUploads) {}

  async execute({ id, call }: EndUpload): Promise<void> {
    const { partial } = await this.partials.must(call, id);
    await this.partials.end(partial);
  }
}

@QueryHandler(GetUpload)
export class GetUploadHandler implements IQueryHandler<GetUpload> {
  constructor(private readonly partials: PartialUploads) {}

  async execute({ id, call }: GetUpload): Promise<PartialUpload> {
    return (await this.partials.must(call, id)).partial;
  }
}
