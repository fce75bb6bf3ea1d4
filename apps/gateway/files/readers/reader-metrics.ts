import { Counter } from 'prom-client';
import { ofProcess } from '../../platform/hosting/metrics';

const registers = [ofProcess];
const labelNames = ['reader'] as const;
const starts = new Counter({
  name: 'dosar_reader_starts_total',
  help: 'Processes started to read documents.',
  labelNames,
  registers,
});
const faults = new Counter({
  name: 'dosar_reader_faults_total',
  help: 'Processes that read documents and ended by a fault.',
  labelNames,
  registers,
});

/** Counts of the processes that read documents: of this whole process, as they are. */
export const readerMetrics = {
  started: (reader: string): void => starts.inc({ reader }),
  failed: (reader: string): void => faults.inc({ reader }),
};
