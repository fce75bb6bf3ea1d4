import { z } from 'zod';
import { events, type EventOf } from './event';
import { shape } from './shape';

/**
 * How records are made, in words: whoever reads a log without this code knows what to look for. `page`: the hash of FORMAT.md
 * as it was, so that nobody gives another page out for it.
 */
const Formats = z.object({
  record: z.string(),
  canonical: z.string(),
  leaf: z.string(),
  id: z.string(),
  envelope: z.string(),
  key: z.string(),
  page: z.string(),
});

/** Where a log ends: how many records, and the root of the tree over them. */
const Head = z.object({ position: z.string(), size: z.int(), root: z.string() });

export const InstallationEvents = events(
  'installation',
  {
    /** The first record of every log. `check` is of the installation's root key. */
    InstallationFounded: shape(z.object({ installationId: z.string(), formats: Formats, check: z.string() })),
    /** How records are made from here on, and by which page they are read, where that is another than before. */
    FormatsChanged: shape(z.object({ formats: Formats })),
    /**
     * Which software decides from here on, and by which rules: rights of a day are the events and these. `commit`: null for
     * one that was built without; `catalogue`: hash of what each event says; `policy`: who may call what, and the number of
     * each rule that decides beside it.
     */
    SoftwareStarted: shape(
      z.object({
        version: z.string(),
        commit: z.string().nullable(),
        level: z.int(),
        catalogue: z.string(),
        policy: z.object({
          calls: z.array(z.object({ call: z.string(), allow: z.string() })),
          rules: z.array(z.object({ rule: z.string(), number: z.int() })),
        }),
        features: z.array(z.string()),
        timeZone: z.string(),
      }),
    ),
    /**
     * Something that the operator did outside the server and that changes or gives out something. `about`: the name of a key;
     * `count`: of how many records, keys or documents; `root`: of the log as it was copied; `actedAt`: it may be said later.
     */
    OperatorActed: shape(
      z.object({
        what: z.enum(['rotation', 'backup', 'restore', 'export', 'destruction', 'removal', 'repair']),
        about: z.string().nullable(),
        count: z.int().nullable(),
        root: z.string().nullable(),
        actedAt: z.string(),
      }),
    ),
    /** An operator has accepted a log that ends before what was known of it. */
    LogAccepted: shape(z.object({ known: Head.nullable(), found: Head })),
  },
  () => null,
);
export type InstallationEvent = EventOf<typeof InstallationEvents>;

/** SHA-256 of FORMAT.md in hexadecimal, put in by the build: scripts/config/rolldown.shared.mjs. */
declare const DOSAR_FORMAT_PAGE: string;
export const FORMAT_PAGE: string = DOSAR_FORMAT_PAGE;

/** There is one stream of the installation. */
export const INSTALLATION_STREAM = 'installation';

export const FORMATS: Omit<z.infer<typeof Formats>, 'page'> = {
  record: 'dosar-record 2',
  canonical: 'RFC 8785',
  leaf: 'RFC 6962 SHA-256',
  id: 'RFC 9562 UUIDv5 of command id, stream and revision',
  envelope: 'AES-256-GCM, 96-bit nonce, 128-bit tag, associated data event id and class of members',
  key: 'HMAC-SHA-256 of data key, "record", event id and class of members',
};
