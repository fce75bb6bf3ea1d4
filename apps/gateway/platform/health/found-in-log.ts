import type { PortsConfig } from '@dosar/adapters/ports-config';
import { UNTIL_MENDED, UNTIL_SHOWN } from '@dosar/kernel/runtime';
import type { Findings } from './findings';
import type { Verification } from './verification';

/** Translates findings about the log for health. Damage of a shared log makes it read-only for all its writers. */
export const foundInLog = (
  findings: Findings,
  verifying: Verification,
  { eventStoreUrl }: Pick<PortsConfig, 'eventStoreUrl'>,
) => ({
  onVerified: verifying.onVerified,
  onRewritten: verifying.onRewritten,
  onDamage: (what: string) => {
    const said = `${what}; ${UNTIL_MENDED}`;
    findings.add('damage', said);
    if (eventStoreUrl !== null) verifying.onSharedDamage(said);
  },
  onWhole: () => {
    findings.clear('damage');
    verifying.onWhole();
  },
  onHidden: (sentences: readonly string[]) => {
    findings.clear('hidden');
    for (const sentence of sentences) findings.add('hidden', `${sentence}; ${UNTIL_SHOWN}`);
  },
  onFinding: (what: string) => findings.add('log', what),
});
