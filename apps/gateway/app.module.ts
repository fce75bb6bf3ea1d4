import { audit } from './audit/audit.module';
import { dashboard } from './dashboard/dashboard.module';
import { conversations } from './conversations/conversations.module';
import { files } from './files/files.module';
import { identity } from './identity/identity.module';
import { notifications } from './notifications/notifications.module';
import type { GatewayContext } from './platform/hosting/context';
import { operator } from './operator/operator.module';
import { search } from './search/search.module';
import { system } from './system/system.module';

/** All that the gateway offers: one line a context. */
export const contexts: readonly GatewayContext[] = [
  system,
  operator,
  identity,
  files,
  conversations,
  notifications,
  audit,
  dashboard,
  search,
];
