import { REMEDY } from '../model/damage';
import type { EventRegistry, Position, Recorded } from '../model/event';
import { lazily, nowhere, Unreadable, type From, type OpenedRecord } from './opened-record';
import { blankByMask, joinClasses, splitByMask, type Shape } from '../model/shape';

/** An upcast event. A class, since an object literal with getters takes four times as long to make. */
class Lifted implements Recorded {
  readonly type: string;
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly occurredAt: string;
  readonly tenant: Recorded['tenant'];
  readonly resource: Recorded['resource'];
  readonly actor: Recorded['actor'];
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly command: Recorded['command'];
  readonly sealed: OpenedRecord['sealed'];
  readonly sealedWith: readonly string[];

  constructor(
    record: OpenedRecord,
    readonly data: unknown,
    private readonly from: () => From,
  ) {
    this.type = record.type;
    this.id = record.id;
    this.stream = record.stream;
    this.revision = record.revision;
    this.position = record.position;
    this.occurredAt = record.occurredAt;
    this.tenant = record.tenant;
    this.resource = record.resource;
    this.actor = record.actor;
    this.correlationId = record.correlationId;
    this.causationId = record.causationId;
    this.command = record.command;
    this.sealed = record.sealed;
    this.sealedWith = record.keys;
  }

  get ip(): string | null {
    return this.from().ip;
  }

  get userAgent(): string | null {
    return this.from().userAgent;
  }
}

const shapeOf = (registry: EventRegistry, type: string): Shape<unknown> => {
  const shape = registry.get(type);
  if (!shape) throw new Error(`no event is called ${type}: ${REMEDY.newer}`);
  return shape;
};

/** A record with its data lifted to the newest version of its event. @throws when it cannot be opened or read. */
export const upcast = (record: OpenedRecord, registry: EventRegistry): Recorded => {
  void record.clear;
  return upcastTo(record, shapeOf(registry, record.type));
};

/** The same, where the shape of the event is known. */
export const upcastTo = (record: OpenedRecord, shape: Shape<unknown>): Recorded => {
  const { version, clear, known } = record;
  if (known.whole) return known.whole;
  const marked = record.personal();
  const data = marked === null ? blankByMask(clear, shape.maskOf(version)) : joinClasses(clear, marked);
  return (known.whole = new Lifted(record, shape.read(data, version), record.from));
};

/** The same without its personal data, whether that can be opened or not. @throws when the rest cannot be read. */
export const blanked = (record: OpenedRecord, registry: EventRegistry): Recorded => {
  const { version, clear, known } = record;
  if (known.blanked) return known.blanked;
  const shape = shapeOf(registry, record.type);
  const data = shape.read(blankByMask(clear, shape.maskOf(version)), version);
  return (known.blanked = new Lifted(record, data, () => nowhere));
};

/**
 * An event in its newest version, without personal data that cannot be opened, whose reason goes to `onUnreadable`.
 * Address and agent are opened on use.
 */
export const upcastAsReadable = (
  record: OpenedRecord,
  registry: EventRegistry,
  onUnreadable: (why: Unreadable) => void = () => {},
): Recorded => {
  const orElse = <T>(read: () => T, instead: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      onUnreadable(error);
      return instead();
    }
  };
  const { data } = orElse(
    () => upcast(record, registry),
    () => blanked(record, registry),
  );
  const from = lazily(() => orElse(record.from, () => nowhere));
  return new Lifted(record, data, from);
};

/** The same without members that nobody may see, such as the keys of documents. */
export const upcastAsShown = (record: OpenedRecord, registry: EventRegistry): Recorded => {
  const event = upcastAsReadable(record, registry);
  const unshown = registry.get(event.type)?.unshown ?? null;
  if (unshown === null) return event;
  const [shown] = splitByMask(event.data, unshown);
  return new Lifted(record, shown, () => event);
};
