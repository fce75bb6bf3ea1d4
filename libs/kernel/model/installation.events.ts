import { z } from 'zod';
import { events, type EventOf } from './event';
import { shape } from './shape';

/**
 * How records are made, in words, so that a log can be read without this code. `page`: the hash of FORMAT.md at that
 * time, so that no other page can pass for it.
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
    /** The first record of every log. `check` identifies the installation's root key. */
    InstallationFounded: shape(z.object({ installationId: z.string(), formats: Formats, check: z.string() })),
    /** How records are made from here on, and which page describes them, when that differs from before. */
    FormatsChanged: shape(z.object({ formats: Formats })),
    /**
     * Which software decides from here on, and by which rules: rights of a day follow from the events and these.
     * `commit`: null when built without one; `catalogue`: hash of the schemas of all events; `policy`: who may call
     * what, and the version of each further rule.
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
     * An operator's act outside the server that changes or hands out something. `about`: the name of a key; `count`: of
     * records, keys or documents; `root`: of the copied log; `actedAt`: the event may be written later.
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
    /** An operator has accepted a log that ends before the known end. */
    LogAccepted: shape(z.object({ known: Head.nullable(), found: Head })),
  },
  () => null,
);
export type InstallationEvent = EventOf<typeof InstallationEvents>;

/** SHA-256 of FORMAT.md in hexadecimal, put in by the build: scripts/config/rolldown.shared.mjs. */
declare const DOSAR_FORMAT_PAGE: string;
export const FORMAT_PAGE: string = DOSAR_FORMAT_PAGE;

/** The one stream about the installation. */
export const INSTALLATION_STREAM = 'installation';

export const FORMATS: Omit<z.infer<typeof Formats>, 'page'> = {
  record: 'dosar-record 2',
  canonical: 'RFC 8785',
  leaf: 'RFC 6962 SHA-256',
  id: 'RFC 9562 UUIDv5 of command id, stream and revision',
  envelope: 'AES-256-GCM, 96-bit nonce, 128-bit tag, associated data event id and class of members',
  key: 'HMAC-SHA-256 of data key, "record", event id and class of members',
};
