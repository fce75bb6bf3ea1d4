import { Controller, Inject } from '@nestjs/common';
import { build } from '@dosar/adapters/build';
import { systemApi, type Health } from '@dosar/contracts';
import { LEVEL } from '@dosar/kernel/runtime';
import type { Call } from '../platform/access/call';
import { Endpoint, From } from '../platform/http/endpoint';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { Json } from '../platform/http/json';
import { openApi } from '../platform/openapi/openapi';
import { Components } from './components';

const SOFTWARE = { ...build, level: LEVEL };

@Controller()
export class SystemController {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly components: Components,
  ) {
    this.description = JSON.stringify(openApi(installation.config.features));
  }

  @Endpoint(systemApi.live)
  live(): Health {
    return { status: 'ok' };
  }

  @Endpoint(systemApi.ready)
  async ready(@From() call: Call): Promise<Json> {
    const health = this.installation.access.isReady ? await this.health(call) : await this.starting();
    return new Json(JSON.stringify(health), null, health.status === 'ok' ? null : 503);
  }

  @Endpoint(systemApi.details)
  details(@From() call: Call): Promise<Health> {
    return this.health(call);
  }

  private readonly description: string;

  @Endpoint(systemApi.openapi)
  openapi(): Json {
    return new Json(this.description);
  }

  private async starting(): Promise<Health> {
    return { status: 'starting', progress: (await this.components.progress()) ?? 1 };
  }

  private async health(call: Call): Promise<Health> {
    const components = await this.components.look();
    const serves = Object.values(components).every(({ status }) => status !== 'unavailable');
    return {
      status: serves ? 'ok' : 'unavailable',
      ...(call.actor?.role === 'admin' && { components, software: SOFTWARE }),
    };
  }
}
