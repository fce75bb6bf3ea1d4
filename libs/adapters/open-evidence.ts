import type { EventStore, Ports } from '@dosar/kernel/runtime';
import { openLedger } from './ledger/open-ledger';
import { openReader, openVaultAlone } from './open-ports';
import type { PortsConfig } from './ports-config';

export type Evidence = Pick<Ports, 'ledger' | 'vault'> & {
  readonly events: Omit<EventStore, 'append'>;
  readonly close: () => Promise<void>;
};

/** Opens what proves the log, for reading only, beside running processes. */
export const openEvidence = async (config: PortsConfig): Promise<Evidence> => {
  const vault = await openVaultAlone(config);
  const opened: { close(): Promise<void> }[] = [vault];
  const close = async () => {
    for (let each = opened.pop(); each; each = opened.pop()) await each.close();
  };
  try {
    const events = await openReader(config);
    opened.push(events);
    const ledger = await openLedger(config, true);
    opened.push(ledger);
    return { events, ledger, vault, close };
  } catch (error) {
    await close();
    throw error;
  }
};
