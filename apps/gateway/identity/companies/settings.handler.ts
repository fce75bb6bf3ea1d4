import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { InputOf, settingsApi } from '@dosar/contracts';
import { settings } from '@dosar/domain/identity/settings.decider';
import { SETTINGS_STREAM } from '@dosar/domain/identity/settings.events';
import { settings as settingsView } from '@dosar/domain/identity/settings.projector';
import type { Call } from '../../platform/access/call';
import { Writes } from '../../platform/writes/writes';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { named, type Json } from '../../platform/http/json';
import { ViewRows } from '../../platform/reads/rows';

/** What is set for the whole installation. */
export class GetSettings extends Query<Json> {
  constructor(readonly call: Call) {
    super();
  }
}

@QueryHandler(GetSettings)
export class GetSettingsHandler implements IQueryHandler<GetSettings> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
  ) {}

  execute({ call }: GetSettings): Promise<Json> {
    const shown = () => Promise.resolve(settingsShown(this.installation).text);
    return this.rows.part(call, { view: settingsView, audience: 'installation' }, shown);
  }
}

export class ChangeSettings extends Command<Json> {
  constructor(
    readonly changes: InputOf<typeof settingsApi.change>['body'],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(ChangeSettings)
export class ChangeSettingsHandler implements ICommandHandler<ChangeSettings> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
  ) {}

  async execute({ changes, call }: ChangeSettings): Promise<Json> {
    const { two_step_required: roles, cui_check: cuiCheck } = changes;
    const write = await this.writes.begin(call, changes);
    const data = {
      ...(roles && { twoStepRequired: [...new Set(roles)].sort() }),
      ...(cuiCheck && { cuiCheck }),
    };
    await write.handle(settings, SETTINGS_STREAM, { type: 'ChangeSettings', data });
    await this.writes.visible(call);
    return settingsShown(this.installation);
  }
}

const settingsShown = ({ access }: Installation): Json => named('settings', JSON.stringify(access.settings()));
