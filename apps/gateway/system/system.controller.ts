import { Controller, Inject } from '@nestjs/common';
import { systemApi, type Health } from '@dosar/contracts';
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
    const { ports, views, damages } = this.installation;
    const stopped = views.stoppedOnes();
    return {
      log:
        damages.length > 0 ? { status: 'unavailable', detail: damages.join('; ') } : await answers(ports.events.head()),
      views: stopped.length > 0 ? { status: 'unavailable', detail: `stopped: ${stopped.join(', ')}` } : OK,
      vault: await answers(ports.vault.get('health')),
      access: await answers(Promise.resolve().then(() => this.installation.access.mustBeFresh())),
    };
  }
}

const OK: Component = { status: 'ok' };

const answers = async (asking: Promise<unknown>): Promise<Component> => {
  try {
    await asking;
    return OK;
  } catch (error) {
    return { status: 'unavailable', detail: (error as Error).message };
  }
};
