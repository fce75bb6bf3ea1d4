import { z } from 'zod';
import { REMEDY } from './damage';

/**
 * What a personal member contains: the name of somebody or something; how to reach them; what was said, written,
 * searched or registered. Each class in a record has its own envelope and key. Opened classes are merged in this order.
 */
export const PERSONAL_CLASSES = ['name', 'contact', 'content'] as const;
export type PersonalClass = (typeof PERSONAL_CLASSES)[number];

const personalFields = z.registry<{ readonly personal: PersonalClass }>();
const internalFields = z.registry<{ readonly internal: true }>();

/**
 * Marks a field as personal data of that class: it is stored encrypted, and read as `null` once its key is destroyed.
 */
export const personal = <S extends z.ZodType>(of: PersonalClass, schema: S): z.ZodNullable<S> => {
  const marked = z.nullable(schema);
  personalFields.add(marked, { personal: of });
  return marked;
};

/** The class of personal data of a schema; undefined: it is not personal. */
export const personalClassOf = (schema: z.ZodType): PersonalClass | undefined => personalFields.get(schema)?.personal;

/** Marks a field as internal, such as where bytes are stored: the audit does not show it. */
export const internal = <S extends z.ZodType>(schema: S): S => {
  const marked = schema.clone();
  internalFields.add(marked, { internal: true });
  return marked;
};

/** Where the marked fields of a schema are, and their class: here, under these names, or in each item. */
export type Mask = Mark | { readonly names: Readonly<Record<string, Mask>> } | { readonly items: Mask } | null;
type Mark = PersonalClass | 'internal';

export const isMark = (mask: Mask): mask is Mark => typeof mask === 'string';

type MarkOf = (schema: z.ZodType) => Mark | undefined;

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

const innerOf = (schema: z.ZodType): z.ZodType[] =>
  Object.values(schema.def as object)
    .flatMap((part: unknown) => (isSchema(part) || Array.isArray(part) ? part : []))
    .filter(isSchema);

const maskOf = (schema: z.ZodType, markOf: MarkOf): Mask => {
  const mark = markOf(schema);
  if (mark) return mark;
  if (schema instanceof z.ZodObject) {
    const names = Object.entries(schema.shape as Record<string, z.ZodType>)
      .map(([name, field]) => [name, maskOf(field, markOf)] as const)
      .filter(([, mask]) => mask !== null);
    return names.length > 0 ? { names: Object.fromEntries(names) } : null;
  }
  if (schema instanceof z.ZodArray) {
    const items = maskOf(schema.element as z.ZodType, markOf);
    return items === null ? null : { items };
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return maskOf(schema.unwrap() as z.ZodType, markOf);
  if (innerOf(schema).some((inner) => maskOf(inner, markOf) !== null))
    throw new TypeError(`a marked field inside a ${schema.def.type} would not be found: use objects and arrays`);
  return null;
};

/** The data without its marked fields, and the marked fields alone, in the same structure. */
export const splitByMask = (value: unknown, mask: Mask): readonly [rest: unknown, marked: unknown] => {
  if (mask === null || value === null || value === undefined) return [value, undefined];
  if (isMark(mask)) return [undefined, value];
  if ('items' in mask) {
    const parts = (value as unknown[]).map((item) => splitByMask(item, mask.items));
    const hasMarked = parts.some(([, marked]) => marked !== undefined);
    return [parts.map(([rest]) => rest), hasMarked ? parts.map(([, marked]) => marked ?? null) : undefined];
  }
  const rest: Record<string, unknown> = {};
  const marked: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const [left, taken] = splitByMask(member, mask.names[name] ?? null);
    if (left !== undefined) rest[name] = left;
    if (taken !== undefined) marked[name] = taken;
  }
  return [rest, Object.keys(marked).length > 0 ? marked : undefined];
};

/** The part of a mask that belongs to one class. */
const ofClass = (mask: Mask, wanted: PersonalClass): Mask => {
  if (mask === null || isMark(mask)) return mask === wanted ? mask : null;
  if ('items' in mask) {
    const items = ofClass(mask.items, wanted);
    return items === null ? null : { items };
  }
  const names = Object.entries(mask.names).flatMap(([name, inner]) => {
    const own = ofClass(inner, wanted);
    return own === null ? [] : [[name, own] as const];
  });
  return names.length > 0 ? { names: Object.fromEntries(names) } : null;
};

type ClassMasks = readonly (readonly [PersonalClass, Mask])[];
const classMasks = new WeakMap<object, ClassMasks>();

/** The mask of each class, in the order in which they are merged. */
const byClass = (mask: Mask): ClassMasks => {
  if (mask === null || mask === 'internal') return [];
  if (isMark(mask)) return [[mask, mask]];
  const known = classMasks.get(mask);
  if (known) return known;
  const found = PERSONAL_CLASSES.map((each) => [each, ofClass(mask, each)] as const).filter(([, own]) => own !== null);
  classMasks.set(mask, found);
  return found;
};

/** The personal members of some data by class, each in the same structure. */
export type Marked = readonly (readonly [PersonalClass, unknown])[];

/** The data without its personal members, and those of each class alone, in the same structure. */
export const splitByClass = (value: unknown, mask: Mask): readonly [rest: unknown, marked: Marked] => {
  const [rest] = splitByMask(value, mask);
  const marked = byClass(mask).flatMap(([name, own]) => {
    const [, found] = splitByMask(value, own);
    return found === undefined ? [] : [[name, found] as const];
  });
  return [rest, marked];
};

/** Whether the value contains a marked field. */
export const hasMarked = (value: unknown, mask: Mask): boolean => {
  if (mask === null || value === null || value === undefined) return false;
  if (isMark(mask)) return true;
  if ('items' in mask) return (value as unknown[]).some((item) => hasMarked(item, mask.items));
  return Object.entries(mask.names).some(([name, inner]) => hasMarked((value as Record<string, unknown>)[name], inner));
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Merges the marked fields back in. */
export const joinMarked = (rest: unknown, marked: unknown): unknown => {
  if (marked === undefined || marked === null) return rest;
  // a list may be personal as a whole
  if (Array.isArray(marked))
    return Array.isArray(rest) ? marked.map((item, at) => joinMarked((rest as unknown[])[at], item)) : marked;
  if (!isObject(marked) || !isObject(rest)) return marked;
  const joined: Record<string, unknown> = Object.assign({}, rest);
  for (const [name, inner] of Object.entries(marked)) joined[name] = joinMarked(joined[name], inner);
  return joined;
};

/** Merges the members of each class back in. */
export const joinClasses = (rest: unknown, marked: Marked): unknown =>
  marked.reduce((joined, [, each]) => joinMarked(joined, each), rest);

/** The data with `null` for each marked field. */
export const blankByMask = (rest: unknown, mask: Mask): unknown => {
  if (isMark(mask)) return null;
  if (mask === null || rest === null || rest === undefined) return rest;
  if ('items' in mask) return (rest as unknown[]).map((item) => blankByMask(item ?? undefined, mask.items));
  const blank: Record<string, unknown> = Object.assign({}, rest as Record<string, unknown>);
  for (const [name, inner] of Object.entries(mask.names))
    if (isMark(inner) || blank[name] !== undefined) blank[name] = blankByMask(blank[name], inner);
  return blank;
};

/** One event type through time: the newest schema, and how each older version becomes it. */
export interface Shape<Data> {
  readonly version: number;
  /** The newest schema. */
  readonly schema: z.ZodType;
  /** Which fields the newest version encrypts. */
  readonly mask: Mask;
  /** Which fields of the newest version the audit does not show. */
  readonly unshown: Mask;
  /** Which fields that version encrypts. */
  maskOf(version: number): Mask;
  /** @throws when the data does not match that version: such an event cannot be read. */
  read(data: unknown, writtenAs: number): Data;
  next<S extends z.ZodType>(schema: S, lift: (older: Data) => z.input<S>): Shape<z.output<S>>;
}

const link = <Data>(masks: readonly Mask[], schema: z.ZodType, read: Shape<Data>['read']): Shape<Data> => {
  const version = masks.length + 1;
  const mask = maskOf(schema, personalClassOf);
  const known = [...masks, mask];
  return {
    version,
    schema,
    mask,
    unshown: maskOf(schema, (each) => (internalFields.has(each) ? 'internal' : undefined)),
    maskOf: (writtenAs) => known[writtenAs - 1] ?? null,
    read(data, writtenAs) {
      if (writtenAs > version)
        throw new Error(`written as version ${writtenAs}, newest known is ${version}: ${REMEDY.newer}`);
      return read(data, writtenAs);
    },
    next: <S extends z.ZodType>(newer: S, lift: (older: Data) => z.input<S>) =>
      link<z.output<S>>(known, newer, (data, writtenAs) =>
        newer.parse(writtenAs > version ? data : lift(read(data, writtenAs))),
      ),
  };
};

export const shape = <S extends z.ZodType>(schema: S): Shape<z.output<S>> =>
  link([], schema, (data) => schema.parse(data));
