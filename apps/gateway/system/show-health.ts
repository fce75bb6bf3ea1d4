import { Inject, Injectable } from '@nestjs/common';
import { systemApi, type Health } from '@dosar/contracts';
import { build } from '@dosar/adapters/build';
import { LEVEL } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { Json } from '../platform/http/json';
import { openApi } from '../platform/openapi/openapi';
import { useCase } from '../platform/use-cases/use-case';
import type { UseCaseContext } from '../platform/use-cases/use-case-context';
import { Components } from './components';
import { figuresOf } from './figures';

const SOFTWARE = { ...build, level: LEVEL };

/** The documentation of the offered API, which only depends on the configuration. */
@Injectable()
export class Description {
  readonly text: string;

  constructor(@Inject(INSTALLATION) { config }: Installation) {
    this.text = JSON.stringify(openApi(config.features));
  }
}

export const live = useCase(systemApi.live, () => ({ status: 'ok' as const }));

export const ready = useCase(systemApi.ready, async (_, context) => {
  const { access } = context.installation;
  const health = access.isReady ? await healthOf(context) : await starting(context);
  return new Json(JSON.stringify(health), null, health.status === 'ok' ? null : 503);
});

export const details = useCase(systemApi.details, (_, context) => healthOf(context));

export const openapi = useCase(systemApi.openapi, (_, { use }) => new Json(use(Description).text));

const starting = async ({ use }: UseCaseContext): Promise<Health> => ({
  status: 'starting',
  progress: (await use(Components).progress()) ?? 1,
});

const healthOf = async ({ call, installation, use }: UseCaseContext): Promise<Health> => {
  const isAdmin = call.actor?.role === 'admin';
  const [components, figures] = await Promise.all([
    use(Components).look(),
    isAdmin ? figuresOf(installation) : undefined,
  ]);
  const serves = Object.values(components).every(({ status }) => status !== 'unavailable');
  return {
    status: serves ? 'ok' : 'unavailable',
    ...(isAdmin && { components, software: SOFTWARE, figures }),
  };
};
