import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FILE_LIMITS, TUS, uploadsApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../../platform/access/call';
import { Endpoint, From, Input } from '../../platform/http/endpoint';
import { Problem } from '../../platform/http/problem';
import { AppendUpload, BeginUpload, EndUpload, GetUpload } from './resumable.handler';
import { bytesIn, checksumIn, mustSpeakTus, stateOf, wantedIn } from './tus';

/** Resumable uploads: the tus protocol, and nothing else. */
@Controller()
export class UploadsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint(uploadsApi.options)
  options(@From() _call: Call, @Res() reply: FastifyReply) {
    return inTus(reply)
      .headers({
        'tus-version': TUS.version,
        'tus-extension': TUS.extensions,
        'tus-max-size': String(FILE_LIMITS.zip),
        'tus-checksum-algorithm': TUS.algorithms.join(','),
      })
      .status(204)
      .send();
  }

  @Endpoint(uploadsApi.create)
  async create(@From() call: Call, @Req() { headers }: FastifyRequest, @Res() reply: FastifyReply) {
    inTus(reply);
    mustSpeakTus(headers);
    const upload = await this.commands.execute(new BeginUpload(wantedIn(headers), call));
    const { 'upload-offset': _, 'upload-length': __, ...said } = stateOf(upload);
    return reply
      .headers({ ...said, location: `/api/uploads/${upload.id}` })
      .status(201)
      .send();
  }

  @Endpoint(uploadsApi.state)
  async state(
    @Input() { params }: InputOf<typeof uploadsApi.state>,
    @From() call: Call,
    @Req() { headers }: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    inTus(reply);
    mustSpeakTus(headers);
    const upload = await this.queries.execute(new GetUpload(params.id, call));
    return reply.headers(stateOf(upload)).status(200).send();
  }

  @Endpoint(uploadsApi.append)
  async append(
    @Input() { params }: InputOf<typeof uploadsApi.append>,
    @From() call: Call,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { headers, raw } = request;
    inTus(reply);
    try {
      mustSpeakTus(headers);
      if (headers['content-type'] !== 'application/offset+octet-stream') throw new Problem('MALFORMED_REQUEST');
      const announced = headers['content-length'] === undefined ? null : Number(headers['content-length']);
      const brought = {
        offset: bytesIn(headers, 'upload-offset'),
        bytes: raw,
        announced,
        checksum: checksumIn(headers),
      };
      const upload = await this.commands.execute(new AppendUpload(params.id, brought, call));
      const { 'upload-length': _, ...said } = stateOf(upload);
      return await reply.headers(said).status(204).send();
    } catch (error) {
      // what is still coming is thrown away, so that the answer can be heard
      raw.resume();
      throw error;
    }
  }

  @Endpoint(uploadsApi.end)
  async end(
    @Input() { params }: InputOf<typeof uploadsApi.end>,
    @From() call: Call,
    @Req() { headers }: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    inTus(reply);
    mustSpeakTus(headers);
    await this.commands.execute(new EndUpload(params.id, call));
    return reply.status(204).send();
  }
}

/** Its answers say so, refusals as well. */
const inTus = (reply: FastifyReply): FastifyReply => reply.header('tus-resumable', TUS.version);
