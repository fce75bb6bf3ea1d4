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

/** A request and its answer, for the few use cases that read or say more than the contract's JSON. */
export type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** What a use case has at hand beside its input. */
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
    /** At the past, where it is asked for. */
    readonly look: Look | null,
  ) {
    this.installation = shared.installation;
    this.writes = shared.writes;
    this.rows = look ? new PastRows(shared.installation, look.instant) : shared.rows;
    this.use = shared.use;
  }

  /** What the caller may see, which is noted for their writes. */
  get reads(): CallerReads {
    return this.shared.reads.of(this.call, this.look);
  }

  /** What a context lets be read, for whoever calls. */
  readonly see = <R>(type: Type<{ of(call: Call, look?: Look | null): R }>): R =>
    this.use(type).of(this.call, this.look);

  get exchange(): Exchange {
    if (this.asked === null) throw new Error('the installation asks without a request');
    return this.asked;
  }
}

/** Makes the context of each use case that is asked for. */
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

  /** For a call that asks for what was. @throws Problem */
  async asOf(call: Call, exchange: Exchange | null, asked: RequestedLook): Promise<UseCaseContext> {
    // what was is kept nowhere under its address: it depends on more than views that move
    call.asked = null;
    return this.of(call, exchange, await this.use(Looks).of(call, asked));
  }
}
