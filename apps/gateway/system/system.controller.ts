import { Controller, Inject } from '@nestjs/common';
import { systemApi, type Health } from '@dosar/contracts';
import { projectors } from '@dosar/domain/everything';
import type { Call } from '../platform/call';
import { Endpoint, From } from '../platform/endpoint';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Json } from '../platform/json';
import { openApi } from '../platform/openapi';

type Component = NonNullable<Health['components']>[string];

@Controller()
export class SystemController {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  @Endpoint(systemApi.live)
  live(): Health {
    return { status: 'ok' };
  }

  @Endpoint(systemApi.ready)
  async ready(@From() call: Call): Promise<Json> {
    const components = await this.components();
    const ok = Object.values(components).every(({ status }) => status === 'ok');
    const health: Health = { status: ok ? 'ok' : 'unavailable', ...(call.actor?.role === 'admin' && { components }) };
    return new Json(JSON.stringify(health), null, ok ? null : 503);
  }

  private readonly description = JSON.stringify(openApi());

  @Endpoint(systemApi.openapi)
  openapi(): Json {
    return new Json(this.description);
  }

  private async components(): Promise<Record<string, Component>> {
    const { ports, damages, access } = this.installation;
    const damaged = damages.length > 0 ? unavailable(damages.join('; ')) : null;
    const [log, views, vault, documents, signals] = await Promise.all([
      damaged ?? answers(ports.events.head()),
      this.views(),
      answers(ports.vault.get('health')),
      answers(ports.blobs.open(NOBODYS_BLOB)),
      answers(ports.signals.reach()),
    ]);
    const fresh = await answers(Promise.resolve().then(() => access.mustBeFresh()));
    return { log, views, vault, documents, signals, access: fresh };
  }

  /** Whether the views can be read, and keep up with the log; those that are being filled do not count. */
  private async views(): Promise<Component> {
    const { ports, views } = this.installation;
    const stopped = views.stoppedOnes();
    if (stopped.length > 0) return unavailable(`stopped: ${stopped.join(', ')}`);
    try {
      const settled = await Promise.all(projectors.map((each) => ports.reads.settled(each)));
      const head = await ports.events.head().catch(() => null);
      const names = projectors.filter((_, at) => settled[at]).map(({ view }) => view);
      const keepUp = head === null || (await views.reach(names, head));
      return keepUp ? OK : unavailable('the views do not keep up with the log');
    } catch (error) {
      return unavailable((error as Error).message);
    }
  }
}

/** An id that the store of documents gives to nothing. */
const NOBODYS_BLOB = '0'.repeat(32);

const OK: Component = { status: 'ok' };
const unavailable = (detail: string): Component => ({ status: 'unavailable', detail });

const answers = async (asking: Promise<unknown>): Promise<Component> => {
  try {
    await asking;
    return OK;
  } catch (error) {
    return unavailable((error as Error).message);
  }
};
