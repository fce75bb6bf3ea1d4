import { audit } from './audit/audit.module';
import { files } from './files/files.module';
import { identity } from './identity/identity.module';
import type { GatewayContext } from './platform/context';
import { system } from './system/system.module';

/** All that the gateway offers: one line a context. */
export const contexts: readonly GatewayContext[] = [system, identity, files, audit];
