import { z } from 'zod';
import { Id, UserId } from './ids';
import type { Feature } from './features';
import type { ProblemCode } from './problems';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** Headers of single calls, beside those that all have. */
export const HEADER_WORDS = {
  'tus-resumable': 'The version of the protocol, 1.0.0.',
  'tus-version': 'The versions of the protocol that are spoken.',
  'tus-extension': 'The parts of the protocol that are spoken.',
  'tus-max-size': 'Bytes that an upload may have at most.',
  'tus-checksum-algorithm': 'How the bytes of a request may be hashed.',
  'upload-length': 'Bytes of the whole upload.',
  'upload-offset': 'Bytes of it that are kept.',
  'upload-metadata':
    '`filename`, `client_id`, `folder_id`, `from_chat`: a name and its value in Base64 each, with commas between.',
  'upload-checksum': 'An algorithm and the hash in Base64 of what this request brings.',
  'upload-expires': 'Until when the upload can be gone on with.',
  location: 'Where it is gone on.',
  'x-file-id': 'The file that the upload has become.',
  'x-duplicate-of': 'Another file of this client with the same content.',
} as const;
export type HeaderName = keyof typeof HEADER_WORDS;

/** One call: what the gateway mounts, the console sends and the documentation tells. */
export type EndpointSpec = {
  readonly method: Method;
  /** Below `/api`, with `:name` for parameters. */
  readonly path: `/${string}`;
  /** One sentence for the documentation. */
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Fields of the body whose null is a value: elsewhere it is the same as leaving the field out. */
  readonly keepsNull?: readonly string[];
  /** What is decided before anything else in the body. */
  readonly precheck?: (body: unknown) => ProblemCode | null;
  /** How the body comes, JSON unless said otherwise. */
  readonly consumes?: 'multipart' | 'bytes' | 'anything';
  /** Headers that it needs, and such as it may have. */
  readonly asks?: Readonly<Partial<Record<HeaderName, 'required' | 'optional'>>>;
  /** Headers that its success bears always, or sometimes. */
  readonly tells?: Readonly<Partial<Record<HeaderName, 'always' | 'sometimes'>>>;
  /** The fields of a form, beside its file. */
  readonly form?: z.ZodType;
  /** The status of success. */
  readonly status: 200 | 201 | 202 | 204 | 303;
  /** The body of success; absent where there is none, or where it is not JSON. */
  readonly reply?: z.ZodType;
  /** The features that it is a part of: where one is not offered, it is not there. */
  readonly features?: readonly Feature[];
  /** Other statuses that bear the body of success, and when. */
  readonly also?: Readonly<Record<number, string>>;
  /** What it refuses with of its own; what every call of its kind may answer is added by the documentation. */
  readonly refuses?: readonly ProblemCode[];
  /** The view it is read from: when that moves, the console asks again. */
  readonly view?: string;
  /** What bears an entity tag is 304 for whoever has it already: what is read from a view, unless this says otherwise. */
  readonly isTagged?: boolean;
  /** Whether the answer is bytes: of a file, whole, a range of them, or only what is said of them; or of an archive, an export or measures, whole. */
  readonly sends?: 'file' | 'archive' | 'export' | 'metrics';
  /** Whether the refresh cookie is given, or asked for and replaced. */
  readonly cookie?: 'given' | 'replaced' | 'taken away';
};

export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec;

type Part<E extends EndpointSpec, K extends 'params' | 'query' | 'body'> = E extends {
  readonly [P in K]: infer S extends z.ZodType;
}
  ? { readonly [P in K]: z.output<S> }
  : unknown;

/** What a handler gets: parsed and normalised. */
export type InputOf<E extends EndpointSpec> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

/** What need not be said at all where nothing in it must be said. */
type Sent<E extends EndpointSpec, K extends 'params' | 'query' | 'body'> = E extends {
  readonly [P in K]: infer S extends z.ZodType;
}
  ? K extends 'query'
    ? object extends z.input<S>
      ? { readonly [P in K]?: z.input<S> }
      : { readonly [P in K]: z.input<S> }
    : { readonly [P in K]: z.input<S> }
  : unknown;

/** What a caller sends. */
export type RequestOf<E extends EndpointSpec> = Sent<E, 'params'> & Sent<E, 'query'> & Sent<E, 'body'> & SentForm<E>;
/** A `FormData`, which is no word of this project. */
type SentForm<E extends EndpointSpec> = E extends { readonly consumes: 'multipart' }
  ? { readonly form: object }
  : unknown;

export type ReplyOf<E extends EndpointSpec> = E extends { readonly reply: infer S extends z.ZodType }
  ? z.output<S>
  : void;

export const IdParam = z.object({ /** The id of what the call is about. */ id: Id });

const DIGITS = /^\d+$/;

/** A whole number in a query: digits alone, and neither nothing, blanks nor what only programs take for a number. */
export const wholeNumber = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(
    (value) => (typeof value === 'string' && !DIGITS.test(value) ? Number.NaN : value),
    z.coerce.number<string | number>().int().min(min).max(max),
  );

/** A number with decimals. A query or a form has texts only. */
export const decimal = z.preprocess(
  (value) => (typeof value === 'string' && !/^-?\d{1,13}(\.\d{1,2})?$/.test(value) ? Number.NaN : value),
  z.coerce.number<string | number>(),
);

/** Where in the log something happened: a decimal string, opaque but for its order. */
export const LogPosition = z.string().max(19).regex(/^\d+$/);

export const EVENTS_PAGE = { default: 50, max: 200 } as const;

/** A page of events, newest first: those before a position. */
export const EventsPaging = z.object({
  /** The position of the last event of the page before; without one, the newest events. */
  before: LogPosition.optional(),
  /** How many events are answered at most. */
  limit: wholeNumber(1, EVENTS_PAGE.max).default(EVENTS_PAGE.default),
});

/** ISO 8601, UTC, milliseconds. */
export const Instant = z.iso.datetime({ precision: 3 });

/** An instant of the log: a position in it, or a time with its offset, as which the last event counts that was not later. */
export const AsOf = z.union([LogPosition, z.iso.datetime({ offset: true })]);
export type AsOf = z.infer<typeof AsOf>;

/** What is asked of a call that answers as of an instant, too. */
export const asOf = {
  /** As it was then, with the rights that the caller has now. */
  at: AsOf.optional(),
  /** With the rights that this person had then; for administrators. */
  as: UserId.optional(),
} as const;

/** As of which instant something is said: the position and the time of the last event that counts. */
export const StoodAt = z.object({
  /** Where the last event that counts stands in the log. */
  position: LogPosition,
  /** When that event happened. */
  time: Instant,
});
export type StoodAt = z.infer<typeof StoodAt>;
export const stoodAt = { at: StoodAt.optional() } as const;

/** A day without a time, YYYY-MM-DD. */
export const Day = z.iso.date();

export const PAGE_SIZE = { default: 20, options: [10, 20, 50, 100], max: 100 } as const;

export const Paging = z.object({
  /** Which page is asked for, from 1. */
  page: wholeNumber(1).default(1),
  /** How many things a page has at most. */
  pageSize: wholeNumber(1, PAGE_SIZE.max).default(PAGE_SIZE.default),
});

/** Pages only for whoever asks for them: what is listed is mostly short enough to be seen whole. */
export const MaybePaging = z.object({
  /** Which page is asked for, from 1; without one, all of them are answered. */
  page: Paging.shape.page.unwrap().optional(),
  pageSize: Paging.shape.pageSize,
});

/** From the smallest or from the largest. */
export const Order = z.enum(['asc', 'desc']);

/** `true` or `false` in a query. */
export const Flag = z
  .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
  .meta({ enum: ['true', 'false', '1', '0'] });

/** A page of things under their name. */
export const pageOf = <const N extends string, S extends z.ZodType>(name: N, item: S) =>
  z.object({
    /** Which page this is, from 1. */
    page: z.int(),
    /** How many things a page has at most. */
    pageSize: z.int(),
    /** How many there are on all pages. */
    total: z.int(),
    ...({ [name]: z.array(item) } as Record<N, z.ZodArray<S>>),
  });

export const listOf = <const N extends string, S extends z.ZodType>(name: N, item: S) =>
  z.object({ [name]: z.array(item) } as Record<N, z.ZodArray<S>>);

/** All of them, or a page: then, and where there are more than an answer lists, it says how many there are. */
export const maybePageOf = <const N extends string, S extends z.ZodType>(name: N, item: S) =>
  listOf(name, item).extend({
    /** Which page this is, where one was asked for. */
    page: z.int().optional(),
    /** How many things a page has at most, where one was asked for. */
    pageSize: z.int().optional(),
    /** How many there are, where a page was asked for or the answer does not have all of them. */
    total: z.int().optional(),
  });

export const oneOf = <const N extends string, S extends z.ZodType>(name: N, item: S) =>
  z.object({ [name]: item } as Record<N, S>);
