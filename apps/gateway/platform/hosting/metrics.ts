import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { EventStore } from '@dosar/kernel/runtime';

/** Upper bounds in seconds. */
const CALLS = [0.005, 0.02, 0.1, 0.5, 2.5, 15];
const APPENDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2.5];

/** Counts of what there is once a process, whatever is open in it. */
export const ofProcess = new Registry();

type Answered = { readonly method: string; readonly route: string; readonly status: number; readonly seconds: number };

/** What is counted while calls are served. Labels have few values: no ids, no addresses, no names. */
export class Metrics {
  readonly registry = new Registry();
  private readonly registers = [this.registry];
  private readonly requests = new Counter({
    name: 'dosar_http_requests_total',
    help: 'Answered requests by route (its pattern) and status.',
    labelNames: ['method', 'route', 'status'],
    registers: this.registers,
  });
  private readonly durations = new Histogram({
    name: 'dosar_http_request_duration_seconds',
    help: 'From the headers of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: CALLS,
    registers: this.registers,
  });
  private readonly unchanged = new Counter({
    name: 'dosar_http_unchanged_total',
    help: 'Requests answered with 304 from memory, which are in no other count.',
    registers: this.registers,
  });
  private readonly commands = new Counter({
    name: 'dosar_commands_total',
    help: 'Commands by outcome: done, repeated (done before), refused (by a rule), failed.',
    labelNames: ['outcome'],
    registers: this.registers,
  });
  private readonly appends = new Histogram({
    name: 'dosar_append_duration_seconds',
    help: 'From an append until it is durable.',
    buckets: APPENDS,
    registers: this.registers,
  });
  private readonly appended = new Counter({
    name: 'dosar_events_appended_total',
    help: 'Events that this process appended to the log.',
    registers: this.registers,
  });
  private readonly failedAppends = new Counter({
    name: 'dosar_append_failures_total',
    help: 'Appends without a known outcome, or that another writer preceded.',
    registers: this.registers,
  });
  private readonly queues = new Map<string, { readonly waiting: number }>();

  constructor() {
    const { queues } = this;
    new Gauge({
      name: 'dosar_queue_waiting',
      help: 'Work that waits for its turn.',
      labelNames: ['queue'],
      registers: this.registers,
      collect() {
        for (const [queue, { waiting }] of queues) this.set({ queue }, waiting);
      },
    });
  }

  answered({ method, route, status, seconds }: Answered): void {
    this.requests.inc({ method, route, status });
    this.durations.observe({ method, route }, seconds);
  }

  answeredUnchanged(): void {
    this.unchanged.inc();
  }

  commanded(outcome: 'done' | 'repeated' | 'refused' | 'failed'): void {
    this.commands.inc({ outcome });
  }

  /** How much waits in it is read whenever somebody looks. */
  watchQueue(name: string, queue: { readonly waiting: number }): void {
    this.queues.set(name, queue);
  }

  /** A number that is read whenever somebody looks. */
  watchNumber(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: this.registers,
      collect() {
        this.set(read());
      },
    });
  }

  /** The same log, whose appends are timed and counted. */
  watching(events: EventStore): EventStore {
    const append: EventStore['append'] = async (stream, seen, records) => {
      const begun = performance.now();
      try {
        const done = await events.append(stream, seen, records);
        this.appended.inc(records.length);
        return done;
      } catch (error) {
        this.failedAppends.inc();
        throw error;
      } finally {
        this.appends.observe((performance.now() - begun) / 1_000);
      }
    };
    return { ...events, append };
  }
}

/** A value of now, by the values of its labels. */
export type Measure = {
  readonly name: string;
  readonly help: string;
  readonly values: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
};

/** These values in Prometheus' text format. Values that are not known are left out by who measures. */
export const inText = (measures: readonly Measure[]): Promise<string> => {
  const registry = new Registry();
  for (const { name, help, values } of measures) {
    // a number without labels would be 0 where it is not known
    if (values.length === 0) continue;
    const labelNames = [...new Set(values.flatMap(([labels]) => Object.keys(labels)))];
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const [labels, value] of values) gauge.set(labels, value);
  }
  return registry.metrics();
};
