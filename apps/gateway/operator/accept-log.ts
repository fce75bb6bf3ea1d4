import { openPorts } from '@dosar/adapters/open-ports';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { acceptLog } from '@dosar/kernel/runtime';

/** Takes the log as it is for the one to go on with. @returns what was done, in sentences */
export const accept = async (config: PortsConfig): Promise<string[]> => {
  const ports = await openPorts(config, [], {});
  try {
    const { known, found } = await acceptLog(ports);
    if (!found) return ['The log is empty: the next start begins a new one.'];
    return [
      ...(known ? [`Known were ${known.size} records up to position ${known.position}, root ${known.root}.`] : []),
      `Accepted are ${found.size} records up to position ${found.position}, root ${found.root}; the log says so itself.`,
      config.profile === 'distributed'
        ? 'Processes that refused to write go on by themselves.'
        : 'Start Dosar again: what was computed from more than the log has is filled anew.',
    ];
  } finally {
    await ports.close();
  }
};
