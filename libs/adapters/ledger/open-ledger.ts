import type { Ledger } from '@dosar/kernel/runtime';
import { placesIn } from '../places';
import type { PortsConfig } from '../ports-config';

/** Heads and tiles are beside the log: in its folder, or on the server of the views. */
export const openLedger = async ({ mongoUrl, dataDir }: PortsConfig, readOnly = false): Promise<Ledger> => {
  if (mongoUrl) return (await import('./mongodb')).mongoLedger(mongoUrl);
  return (await import('./sqlite')).sqliteLedger(placesIn(dataDir).ledger, { readOnly });
};
