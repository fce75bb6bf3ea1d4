import { Inject, Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { Problem } from './problem';

/** The origins whose pages may send our cookie: our own. */
@Injectable()
export class Origins {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  get isSecure(): boolean {
    return this.installation.config.publicUrl.startsWith('https:');
  }

  /** The origin of the public address, of the request's own host, or none. */
  isOurs({ origin, host }: IncomingHttpHeaders): boolean {
    if (origin === undefined) return true;
    if (origin === new URL(this.installation.config.publicUrl).origin) return true;
    return URL.canParse(origin) && new URL(origin).host === host;
  }

  /** @throws Problem ACCESS_DENIED */
  mustBeOurs(request: { readonly headers: IncomingHttpHeaders }): void {
    if (!this.isOurs(request.headers)) throw new Problem('ACCESS_DENIED');
  }
}
