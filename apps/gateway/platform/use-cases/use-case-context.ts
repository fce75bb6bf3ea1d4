import { Inject, Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../access/call';
import { INSTALLATION, type Installation } from '../hosting/installation';
import type { Look, RequestedLook } from '../past/look';
import { Looks } from '../past/looks';
import { PastRows } from '../past/past-rows';
import { Reads, type CallerReads } from '../reads/reads';
import { ViewRows } from '../reads/rows';
import { Writes } from '../writes/writes';

/** Request and reply, for use cases that need more than the contract's JSON. */
export type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** What a use case has besides its input. */
export class UseCaseContext {
  readonly installation: Installation;
  readonly writes: Writes;
  readonly rows: ViewRows;
  /** A provider of the use case's own context, or of the platform. */
  readonly use: <T>(type: Type<T>) => T;

  constructor(
    private readonly shared: Pick<UseCaseContexts, 'installation' | 'reads' | 'writes' | 'rows' | 'use'>,
    readonly call: Call,
    private readonly asked: Exchange | null,
    /** The instant of the past, if requested. */
    readonly look: Look | null,
  ) {
    this.installation = shared.installation;
    this.writes = shared.writes;
    this.rows = look ? new PastRows(shared.installation, look.instant) : shared.rows;
    this.use = shared.use;
  }

  /** What the caller may see, noted for their writes. */
  get reads(): CallerReads {
    return this.shared.reads.of(this.call, this.look);
  }

  /** The reads that a context offers, bound to the caller. */
  readonly see = <R>(type: Type<{ of(call: Call, look?: Look | null): R }>): R =>
    this.use(type).of(this.call, this.look);

  get exchange(): Exchange {
    if (this.asked === null) throw new Error('the installation asks without a request');
    return this.asked;
  }
}

/** Makes the context of each call. */
@Injectable()
export class UseCaseContexts {
  @Inject(Reads) readonly reads!: Reads;
  private readonly providers = new Map<Type, unknown>();

  constructor(
    @Inject(INSTALLATION) readonly installation: Installation,
    readonly writes: Writes,
    readonly rows: ViewRows,
    private readonly modules: ModuleRef,
  ) {}

  readonly use = <T>(type: Type<T>): T => {
    const known = this.providers.get(type);
    if (known !== undefined) return known as T;
    const found = this.modules.get(type, { strict: false });
    this.providers.set(type, found);
    return found;
  };

  of(call: Call, exchange: Exchange | null, look: Look | null = null): UseCaseContext {
    return new UseCaseContext(this, call, exchange, look);
  }

  /** Whether a call is about the past without saying so: whoever calls sees nothing else. */
  isBound = (call: Call): boolean => call.endpoint !== null && this.use(Looks).isBound(call);

  /** Before an answer about the past is sent. */
  async opened(input: object, { call, look }: UseCaseContext): Promise<void> {
    if (look) await this.use(Looks).opened(call, input, look);
  }

  /** For a request about the past. @throws Problem */
  async asOf(call: Call, exchange: Exchange | null, asked: RequestedLook): Promise<UseCaseContext> {
    // answers about the past are not cached: they depend on more than views
    call.asked = null;
    return this.of(call, exchange, await this.use(Looks).of(call, asked));
  }
}
