import { t as __name } from './rolldown-runtime-BowF1xt-.js';
import { commandKeys, events, libraryOf, personal, put, remove, send, shape } from './kernel.js';
import {
  a as OperationStatus,
  i as OperationKind,
  l as folded,
  n as AccountingStatus,
  o as ProcessState,
  t as DriveEvents,
  u as sortKey,
} from './drive.events-CAidgZNQ.js';
import { i as Instant, n as Day, r as Id } from './rules-DQCKD-P6.js';
import {
  a as AccountantScope,
  c as FactorMethod,
  d as Quota,
  f as Role,
  m as UserStatus,
  o as CuiCheck,
  p as TaxType,
  s as DEFAULT_PREFERENCES,
  t as change$1,
  u as Preferences,
} from './change-B11VLSXf.js';
import { n as ClientEvents, t as client } from './client.decider-DWiGHslM.js';
import { a as UserEvents, t as LINKS } from './user.decider-Bjw-7ZZm.js';
import { z } from 'zod';
// libs/contracts/identity/identity.view.ts
/** A name is null once its person, firm or client was erased. */
const Named = z.object({
  id: Id,
  name: z.string().nullable(),
});
z.object({
  id: Id,
  role: Role,
  firm_id: Id.nullable(),
  client: Named.nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: UserStatus,
  must_change_password: z.boolean(),
  /** An invitation that was not followed yet. */
  invited_at: Instant.nullable(),
  two_step: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  lastSeen: Instant.nullable(),
  preferences: Preferences,
});
z.object({
  id: Id,
  name: z.string().nullable(),
  role: Role,
  presence: z.enum(['online', 'offline', 'away', 'busy']),
});
z.object({
  id: Id,
  current: z.boolean(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Instant,
  last_seen: Instant,
});
z.object({
  totp: z.boolean(),
  passkeys: z.array(
    z.object({
      id: Id,
      name: z.string().nullable(),
      created_at: Instant,
    }),
  ),
  recovery_codes_left: z.int(),
  /** The administrator asks everybody of this role for it. */
  required: z.boolean(),
});
z.object({
  two_step_required: z.array(Role),
  cui_check: CuiCheck,
});
const DEFAULT_SETTINGS = {
  two_step_required: [],
  cui_check: 'warn',
};
z.object({
  societate: z.string(),
  cui: z.string(),
  registrulComertului: z.string().nullable(),
  dataInregistrarii: Day.nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  platitor_tva: z.boolean(),
  inactive: z.boolean(),
});
z.object({
  id: Id,
  name: z.string().nullable(),
  cui: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  accountant_scope: AccountantScope,
  clients_count: z.int(),
  accountants_count: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
const LinkedUser = Named.extend({ email: z.string().nullable() });
z.object({
  id: Id,
  societate: z.string().nullable(),
  cui: z.string(),
  registrulComertului: z.string().nullable(),
  dataInregistrarii: Day.nullable(),
  impozit: TaxType,
  platitor_tva: z.boolean(),
  reprezentant: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  company_email: z.string().nullable(),
  address: z.string().nullable(),
  firm: Named,
  /** The first of `users`. */
  user: LinkedUser.nullable(),
  users: z.array(LinkedUser),
  accountants: z.array(LinkedUser.extend({ assigned_at: Instant })),
  /** Bytes; a quota of 0 is unlimited. */
  storage: z.object({
    used: z.int(),
    quota: Quota,
  }),
  createdAt: Instant,
  updatedAt: Instant,
});
const ProblemCode = z.enum(
  Object.keys({
    MALFORMED_REQUEST: 400,
    AUTHENTICATION_REQUIRED: 401,
    INVALID_CREDENTIALS: 401,
    SESSION_EXPIRED: 401,
    INVALID_TOKEN: 401,
    ACCOUNT_INACTIVE: 401,
    SECOND_FACTOR_INVALID: 401,
    ACCESS_DENIED: 403,
    NOT_FOUND: 404,
    NAME_TAKEN: 409,
    FOLDER_CYCLE: 409,
    INVALID_TRANSITION: 409,
    ALREADY_EXISTS: 409,
    STILL_IN_USE: 409,
    LAST_ADMINISTRATOR: 409,
    IDEMPOTENCY_KEY_REUSED: 409,
    CONFLICT: 409,
    RESET_LINK_INVALID: 410,
    FILE_TOO_LARGE: 413,
    PAYLOAD_TOO_LARGE: 413,
    INVALID_FILE_TYPE: 415,
    VALIDATION_FAILED: 422,
    BULK_EMPTY: 422,
    BULK_TOO_MANY: 422,
    BULK_INVALID_SELECTION: 422,
    ZIP_UNSAFE: 422,
    ZIP_CORRUPT: 422,
    ZIP_ENCRYPTED: 422,
    NOT_A_ZIP: 422,
    BULK_LOCKED_ITEMS: 423,
    TOO_MANY_REQUESTS: 429,
    INTERNAL_ERROR: 500,
    UNAVAILABLE: 503,
    QUOTA_EXCEEDED: 507,
    BULK_TIMEOUT: 504,
  }),
);
z.object({
  error: z.string(),
  code: ProblemCode,
  correlation_id: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
// libs/contracts/texts/en.ts
/** What the contract says to people, in English. */
const en = {
  problems: {
    MALFORMED_REQUEST: 'The request could not be read.',
    AUTHENTICATION_REQUIRED: 'Authentication required',
    INVALID_CREDENTIALS: 'Invalid email or password',
    SESSION_EXPIRED: 'Your session has expired. Please sign in again.',
    INVALID_TOKEN: 'Your sign-in is no longer valid. Please sign in again.',
    ACCOUNT_INACTIVE: 'This account is inactive. Please contact the administrator.',
    SECOND_FACTOR_INVALID: 'The code is wrong or has expired.',
    ACCESS_DENIED: 'Access denied',
    NOT_FOUND: 'Not found.',
    NAME_TAKEN: 'There is already something with this name in the folder.',
    FOLDER_CYCLE: 'A folder cannot be moved into itself.',
    INVALID_TRANSITION: 'This change of state is not allowed.',
    ALREADY_EXISTS: 'It already exists.',
    STILL_IN_USE: 'It is still in use and cannot be deleted.',
    LAST_ADMINISTRATOR: 'This is the last active administrator and cannot be removed.',
    IDEMPOTENCY_KEY_REUSED: 'The key of this request was already used for something else.',
    CONFLICT: 'Someone else made a change at the same time. Please try again.',
    RESET_LINK_INVALID: 'The link is invalid or has expired. Please request a new link.',
    FILE_TOO_LARGE: 'The file is too large.',
    PAYLOAD_TOO_LARGE: 'The request is too large.',
    INVALID_FILE_TYPE: 'This type of file is not allowed.',
    VALIDATION_FAILED: 'Some fields are not filled in correctly.',
    BULK_EMPTY: 'Select at least one item.',
    BULK_TOO_MANY: 'Too many items are selected.',
    BULK_INVALID_SELECTION: 'The selection is not valid.',
    ZIP_UNSAFE: 'The archive is not safe and was not unpacked.',
    ZIP_CORRUPT: 'The archive is damaged.',
    ZIP_ENCRYPTED: 'The archive is protected with a password.',
    NOT_A_ZIP: 'The file is not a ZIP archive.',
    BULK_LOCKED_ITEMS: 'The accountant is working on this document, so it cannot be changed.',
    TOO_MANY_REQUESTS: 'Too many requests. Please try again later.',
    INTERNAL_ERROR: 'Something went wrong on the server. Nothing was lost; please try again.',
    UNAVAILABLE: 'The service is not available right now. Nothing was lost; please try again.',
    QUOTA_EXCEEDED: 'The storage quota is exceeded.',
    BULK_TIMEOUT: 'The operation took too long.',
  },
  rules: {
    required: 'Required field',
    type: 'The value has the wrong type',
    min_length: 'At least {{min}} characters',
    max_length: 'At most {{max}} characters',
    min: 'At least {{min}}',
    max: 'At most {{max}}',
    email: 'Invalid email address',
    date: 'Invalid date (YYYY-MM-DD)',
    pattern: 'Invalid format',
    unknown: 'Unknown field',
    value: 'Value not allowed',
    phone: 'Invalid phone number (e.g. 0721123456 or +40721123456)',
    cui: 'Invalid CUI format (must be 6-10 digits)',
    password_upper: 'The password must have at least one uppercase letter',
    password_lower: 'The password must have at least one lowercase letter',
    password_digit: 'The password must have at least one digit',
    password_common: 'This password is too common; please choose another',
    password_email: 'The password must not contain your email address',
    name_length: 'The name is too long',
    name_characters: 'The name has characters that are not allowed',
    name_dots: 'This name is not allowed',
    name_end: 'A name cannot end with a dot',
    unknown_id: 'Does not exist',
    other_role: 'This field does not go with the chosen role',
    taken: 'Already in use',
    passwords_differ: 'Passwords do not match',
    password_same: 'Choose another password than the current one',
    totp_wrong: 'The code is wrong or has expired',
    passkey_wrong: 'The passkey could not be verified',
    password_wrong: 'The current password is wrong',
    cui_check: 'The check digit of the CUI is wrong',
    totp_code: 'The code has 6 digits',
    recovery_code: 'A recovery code has 10 characters',
    other_firm: 'Does not belong to the same firm',
    firm_stays: 'A client cannot change its firm',
    still_clients: 'It still has active clients: {{count}}',
    still_accountants: 'It still has active accountants: {{count}}',
    still_users: 'It still has active users: {{count}}',
    admin_only: 'Only an administrator can change this',
  },
  letters: {
    greeting: 'Hello {{name}},',
    nameless: 'Hello,',
    ignore: 'If you did not ask for this message, you can ignore it.',
    link: 'If the button does not work, copy this address into your browser:',
    invitation: {
      subject: 'Your invitation to Dosar',
      body: 'An account was made for you in Dosar, where you exchange documents with your accounting firm. Choose your password to begin.',
      action: 'Choose your password',
      until: 'The link can be used for 7 days.',
    },
    reset: {
      subject: 'Reset your Dosar password',
      body: 'You asked for a new password for your Dosar account.',
      action: 'Choose a new password',
      until: 'The link can be used once, within 60 minutes.',
    },
    sign_in: {
      subject: 'Sign in to Dosar',
      body: 'Use this link to sign in to Dosar without a password.',
      action: 'Sign in to Dosar',
      until: 'The link can be used once, within 15 minutes.',
    },
    changed: {
      subject: 'Your Dosar password was changed',
      body: 'The password of your Dosar account was just changed. If you did not change it yourself, tell your administrator.',
    },
  },
};
const ro = {
  problems: {
    MALFORMED_REQUEST: 'Cererea nu a putut fi citită.',
    AUTHENTICATION_REQUIRED: 'Este necesară autentificarea.',
    INVALID_CREDENTIALS: 'Email sau parolă incorectă',
    SESSION_EXPIRED: 'Sesiunea a expirat. Autentificați-vă din nou.',
    INVALID_TOKEN: 'Autentificarea nu mai este valabilă. Autentificați-vă din nou.',
    ACCOUNT_INACTIVE: 'Contul este dezactivat. Contactați administratorul.',
    SECOND_FACTOR_INVALID: 'Codul nu este corect sau a expirat.',
    ACCESS_DENIED: 'Acces interzis',
    NOT_FOUND: 'Nu a fost găsit.',
    NAME_TAKEN: 'Există deja ceva cu acest nume în dosar.',
    FOLDER_CYCLE: 'Un dosar nu poate fi mutat în el însuși.',
    INVALID_TRANSITION: 'Trecerea la această stare nu este permisă.',
    ALREADY_EXISTS: 'Există deja.',
    STILL_IN_USE: 'Este încă folosit și nu poate fi șters.',
    LAST_ADMINISTRATOR: 'Este ultimul administrator activ și nu poate fi scos.',
    IDEMPOTENCY_KEY_REUSED: 'Cheia cererii a fost deja folosită pentru altceva.',
    CONFLICT: 'Altcineva a făcut o modificare în același timp. Încercați din nou.',
    RESET_LINK_INVALID: 'Linkul nu este valid sau a expirat. Cereți un link nou.',
    FILE_TOO_LARGE: 'Fișierul este prea mare.',
    PAYLOAD_TOO_LARGE: 'Cererea este prea mare.',
    INVALID_FILE_TYPE: 'Tipul fișierului nu este permis.',
    VALIDATION_FAILED: 'Unele câmpuri nu sunt completate corect.',
    BULK_EMPTY: 'Selectați cel puțin un element.',
    BULK_TOO_MANY: 'Ați selectat prea multe elemente.',
    BULK_INVALID_SELECTION: 'Selecția nu este validă.',
    ZIP_UNSAFE: 'Arhiva nu este sigură și nu a fost dezarhivată.',
    ZIP_CORRUPT: 'Arhiva este deteriorată.',
    ZIP_ENCRYPTED: 'Arhiva este protejată cu parolă.',
    NOT_A_ZIP: 'Fișierul nu este o arhivă ZIP.',
    BULK_LOCKED_ITEMS: 'Documentul este în lucru la contabil și nu poate fi modificat.',
    TOO_MANY_REQUESTS: 'Prea multe cereri. Încercați din nou mai târziu.',
    INTERNAL_ERROR: 'A apărut o eroare pe server. Nu s-a pierdut nimic; încercați din nou.',
    UNAVAILABLE: 'Serviciul este indisponibil pentru moment. Nu s-a pierdut nimic; încercați din nou.',
    QUOTA_EXCEEDED: 'Spațiul alocat a fost depășit.',
    BULK_TIMEOUT: 'Operația a durat prea mult.',
  },
  rules: {
    required: 'Câmp obligatoriu',
    type: 'Valoarea nu are tipul potrivit',
    min_length: 'Cel puțin {{min}} caractere',
    max_length: 'Cel mult {{max}} caractere',
    min: 'Cel puțin {{min}}',
    max: 'Cel mult {{max}}',
    email: 'Adresă de email invalidă',
    date: 'Dată invalidă (AAAA-LL-ZZ)',
    pattern: 'Format invalid',
    unknown: 'Câmp necunoscut',
    value: 'Valoare nepermisă',
    phone: 'Telefon invalid (ex. 0721123456 sau +40721123456)',
    cui: 'Format CUI invalid (trebuie să aibă 6-10 cifre)',
    password_upper: 'Parola trebuie să conțină cel puțin o literă mare',
    password_lower: 'Parola trebuie să conțină cel puțin o literă mică',
    password_digit: 'Parola trebuie să conțină cel puțin o cifră',
    password_common: 'Parola este prea des folosită; alegeți alta',
    password_email: 'Parola nu poate conține adresa de email',
    name_length: 'Numele este prea lung',
    name_characters: 'Numele conține caractere nepermise',
    name_dots: 'Acest nume nu este permis',
    name_end: 'Numele nu se poate termina cu punct',
    unknown_id: 'Nu există',
    other_role: 'Câmpul nu se potrivește cu rolul ales',
    taken: 'Este deja folosit',
    passwords_differ: 'Parolele nu se potrivesc',
    password_same: 'Alegeți altă parolă decât cea curentă',
    totp_wrong: 'Codul este greșit sau a expirat',
    passkey_wrong: 'Cheia de acces nu a putut fi verificată',
    password_wrong: 'Parola curentă nu este corectă',
    cui_check: 'Cifra de control a CUI-ului nu este corectă',
    totp_code: 'Codul are 6 cifre',
    recovery_code: 'Codul de recuperare are 10 caractere',
    other_firm: 'Nu aparține aceleiași firme',
    firm_stays: 'Un client nu își poate schimba firma',
    still_clients: 'Are încă clienți activi: {{count}}',
    still_accountants: 'Are încă contabili activi: {{count}}',
    still_users: 'Are încă utilizatori activi: {{count}}',
    admin_only: 'Poate fi schimbat doar de un administrator',
  },
  letters: {
    greeting: 'Bună ziua, {{name}},',
    nameless: 'Bună ziua,',
    ignore: 'Dacă nu ați cerut acest mesaj, îl puteți ignora.',
    link: 'Dacă butonul nu funcționează, copiați această adresă în browser:',
    invitation: {
      subject: 'Invitație în Dosar',
      body: 'Vi s-a creat un cont în Dosar, portalul prin care schimbați documente cu firma de contabilitate. Alegeți-vă parola pentru a începe.',
      action: 'Alegeți parola',
      until: 'Linkul este valabil 7 zile.',
    },
    reset: {
      subject: 'Resetarea parolei în Dosar',
      body: 'Ați cerut o parolă nouă pentru contul dumneavoastră din Dosar.',
      action: 'Alegeți o parolă nouă',
      until: 'Linkul este valabil 60 de minute și poate fi folosit o singură dată.',
    },
    sign_in: {
      subject: 'Intrare în Dosar',
      body: 'Folosiți acest link pentru a intra în Dosar fără parolă.',
      action: 'Intrați în Dosar',
      until: 'Linkul este valabil 15 minute și poate fi folosit o singură dată.',
    },
    changed: {
      subject: 'Parola contului Dosar a fost schimbată',
      body: 'Parola contului dumneavoastră din Dosar tocmai a fost schimbată. Dacă nu ați făcut dumneavoastră schimbarea, anunțați administratorul.',
    },
  },
};
// libs/domain/known.ts
const place = (id) => `known:${id}`;
const isKnown = (row) => 'known' in row;
const know = (id, name, email = null) =>
  put(place(id), {
    known: id,
    name,
    email,
  });
/** Who that is; nobody has a name before they are known, and none after they were erased. */
const knownOf = async (rows, id) => {
  const row = await rows.get(place(id));
  return row && isKnown(row)
    ? {
        id,
        name: row.name,
        email: row.email,
      }
    : {
        id,
        name: null,
        email: null,
      };
};
const named = async (rows, id) => {
  const { name } = await knownOf(rows, id);
  return {
    id,
    name,
  };
};
/** What is known of somebody changes, and with it every row that shows them. */
const knowAnew = async (rows, id, change, shown) => {
  const before = await knownOf(rows, id);
  const known = {
    known: id,
    name: change.name === void 0 ? before.name : change.name,
    email: change.email === void 0 ? before.email : change.email,
  };
  const showing = (await rows.bySubject(id)).filter((row) => !isKnown(row));
  return [know(id, known.name, known.email), ...showing.map((row) => put(row.id, shown(row, known)))];
};
/** The columns and the rest of a row that is shown; those that are only known have none. */
const ofShown = (what, nothing) => (row) => (isKnown(row) ? nothing : what(row));
/** One row that is shown, changed, if it is there. */
const changeShown = async (rows, id, change) => {
  const row = id === null ? null : await rows.get(id);
  return row && !isKnown(row) ? [put(id, await change(row))] : [];
};
// libs/domain/audit/audit.projector.ts
/** Positions as text that sorts like numbers. */
const positionKey = (position) => String(position).padStart(19, '0');
const SEARCHED_LENGTH = 500;
const wordsIn = (value) => {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(wordsIn).filter(Boolean).join(' ') : '';
};
const rowOf = (event, userName) => ({
  stream: event.stream,
  revision: event.revision,
  eventId: event.id,
  eventType: event.type,
  position: String(event.position),
  userId: event.actor.kind === 'user' ? event.actor.id : null,
  userName,
  resourceType: event.resource.type,
  resourceId: event.resource.id,
  clientId: event.tenant.clientId,
  correlationId: event.correlationId,
  ip: event.ip,
  occurredAt: event.occurredAt,
  searched: folded(`${event.type} ${userName ?? ''} ${event.ip ?? ''} ${wordsIn(event.data)}`).slice(
    0,
    SEARCHED_LENGTH,
  ),
});
const audit = {
  view: 'audit',
  version: 1,
  columns: {
    position: 'text',
    event_id: 'text',
    event_type: 'text',
    user_id: 'text',
    resource_type: 'text',
    resource_id: 'text',
    client_id: 'text',
    correlation_id: 'text',
    ip: 'text',
    occurred_at: 'text',
    searched: 'text',
  },
  indexes: [
    ['position'],
    ['event_id'],
    ['event_type', 'position'],
    ['user_id', 'position'],
    ['resource_id', 'position'],
    ['client_id', 'position'],
    ['correlation_id', 'position'],
    ['occurred_at', 'position'],
  ],
  columnsOf: ofShown(
    (row) => ({
      position: positionKey(row.position),
      event_id: row.eventId,
      event_type: row.eventType,
      user_id: row.userId,
      resource_type: row.resourceType,
      resource_id: row.resourceId,
      client_id: row.clientId,
      correlation_id: row.correlationId,
      ip: row.ip,
      occurred_at: row.occurredAt,
      searched: row.searched,
    }),
    {},
  ),
  on: {
    UserRegistered: ({ name }, { resource }) => know(resource.id, name),
    UserProfileChanged: ({ name }, { resource }) => (name ? know(resource.id, name.to) : []),
  },
  every: async (event, rows) => {
    const actor = event.actor.kind === 'user' ? await named(rows, event.actor.id) : null;
    return put(positionKey(event.position), rowOf(event, actor && actor.name));
  },
};
// libs/domain/audit/reading.events.ts
/** What was only looked at, but must be known all the same: one stream a session, so nobody contends for it. */
const ReadingEvents = events(
  'access',
  {
    FileDownloaded: shape(
      z.object({
        fileId: Id,
        folderId: Id.nullable(),
        version: z.int(),
        name: personal(z.string()),
        size: z.int(),
      }),
    ),
    /** Something unusual that was not refused. */
    AlarmRaised: shape(
      z.object({
        alarm: z.enum(['downloads']),
        userId: Id,
        files: z.int(),
        bytes: z.int(),
      }),
    ),
  },
  (_, { clientId }) => (clientId === null ? null : `client:${clientId}`),
  (_, { data }) =>
    'fileId' in data
      ? {
          type: 'file',
          id: data.fileId,
        }
      : {
          type: 'user',
          id: data.userId,
        },
);
// libs/domain/files/bulk.events.ts
const ItemType = z.enum(['file', 'folder']);
/** What was selected; for a restoration with the deletion that is undone. */
const BulkItem = z.object({
  id: Id,
  type: ItemType,
  deletion: Id.nullable(),
});
const BulkFailure = z.object({
  id: Id,
  type: ItemType,
  name: personal(z.string()),
  code: ProblemCode,
});
const BulkEvents = events(
  'bulk',
  {
    BulkStarted: shape(
      z.object({
        kind: OperationKind,
        items: z.array(BulkItem),
        targetId: Id.nullable(),
        processState: ProcessState.nullable(),
        /** Absent: not changed; null: taken away. */
        accountingStatus: AccountingStatus.nullable().optional(),
      }),
    ),
    BulkProgressed: shape(z.object({ done: z.int() })),
    BulkFinished: shape(
      z.object({
        status: OperationStatus.exclude(['in_progress']),
        done: z.int(),
        failed: z.array(BulkFailure),
      }),
    ),
  },
  (_, { clientId }) => (clientId === null ? null : `client:${clientId}`),
);
// libs/domain/files/contents.projector.ts
const contents = {
  view: 'contents',
  version: 1,
  columns: { blob_id: 'text' },
  indexes: [['blob_id']],
  columnsOf: ({ blobId }) => ({ blob_id: blobId }),
  on: {
    FileUploaded: ({ fileId, blobId, version }) =>
      put(fileId, {
        id: fileId,
        blobId,
        version,
      }),
  },
};
// libs/domain/files/files.projector.ts
const showOwner = (row, { known, name }) =>
  row.owner.id === known
    ? {
        ...row,
        owner: {
          id: known,
          name,
        },
      }
    : row;
const files = {
  view: 'files',
  version: 1,
  columns: {
    client_id: 'text',
    folder_id: 'text',
    deleted: 'integer',
    deleted_at: 'text',
    sort_name: 'text',
    size: 'integer',
    created: 'text',
    modified: 'text',
    status: 'text',
  },
  indexes: [
    ['client_id', 'folder_id', 'deleted', 'sort_name'],
    ['client_id', 'deleted', 'deleted_at'],
  ],
  columnsOf: ofShown(
    (row) => ({
      client_id: row.client_id,
      folder_id: row.folder_id,
      deleted: row.deleted_at === null ? 0 : 1,
      deleted_at: row.deleted_at,
      sort_name: sortKey(row.name ?? ''),
      size: row.size,
      created: row.created_at,
      modified: row.modified_at,
      status: row.process_state,
    }),
    {},
  ),
  subjectsOf: ofShown(({ owner }) => [owner.id], []),
  audienceOf: ofShown(({ client_id }) => client_id, null),
  on: {
    UserRegistered: ({ name }, { resource }) => know(resource.id, name),
    UserProfileChanged: ({ name }, { resource }, rows) =>
      name ? knowAnew(rows, resource.id, { name: name.to }, showOwner) : [],
    FileUploaded: async ({ fileId, folderId, name, size, mimeType, sha256 }, { tenant, actor, occurredAt }, rows) =>
      put(fileId, {
        id: fileId,
        name,
        client_id: tenant.clientId,
        folder_id: folderId,
        size,
        mime_type: mimeType,
        sha256,
        owner: await named(rows, actor.id),
        process_state: 'new',
        accounting_status: null,
        notes_count: 0,
        deleted_at: null,
        created_at: occurredAt,
        modified_at: occurredAt,
      }),
    FileRenamed: ({ fileId, to }, { occurredAt }, rows) =>
      changeShown(rows, fileId, (row) => ({
        ...row,
        name: to,
        modified_at: occurredAt,
      })),
    FileMoved: ({ fileId, to }, { occurredAt }, rows) =>
      changeShown(rows, fileId, (row) => ({
        ...row,
        folder_id: to.folderId,
        modified_at: occurredAt,
      })),
    FileDeleted: ({ fileId }, { occurredAt }, rows) =>
      changeShown(rows, fileId, (row) => ({
        ...row,
        deleted_at: occurredAt,
      })),
    FileRestored: ({ fileId, to }, _, rows) =>
      changeShown(rows, fileId, (row) => ({
        ...row,
        name: to,
        deleted_at: null,
      })),
    FileProcessStateChanged: ({ fileId, to }, _, rows) =>
      changeShown(rows, fileId, (row) => ({
        ...row,
        process_state: to,
      })),
    FileAccountingStatusChanged: ({ fileId, to }, _, rows) =>
      changeShown(rows, fileId, (row) => ({
        ...row,
        accounting_status: to,
      })),
  },
};
// libs/domain/files/folders.projector.ts
const changed$2 = /* @__PURE__ */ __name(async (rows, id, change) => {
  const row = id === null ? null : await rows.get(id);
  return row ? [put(row.id, change(row))] : [];
}, 'changed');
const count$1 = /* @__PURE__ */ __name(
  (which, by) => (folder) => ({
    ...folder,
    [which]: folder[which] + by,
  }),
  'count',
);
/** The folders that something leaves and arrives in: one row when they are the same. */
const moved = async (rows, which, from, to) =>
  from === to
    ? []
    : [...(await changed$2(rows, from, count$1(which, -1))), ...(await changed$2(rows, to, count$1(which, 1)))];
const folders = {
  view: 'folders',
  version: 1,
  columns: {
    client_id: 'text',
    parent_id: 'text',
    deleted: 'integer',
    deleted_at: 'text',
    sort_name: 'text',
    created: 'text',
    modified: 'text',
  },
  indexes: [
    ['client_id', 'parent_id', 'deleted', 'sort_name'],
    ['client_id', 'deleted', 'deleted_at'],
  ],
  columnsOf: (row) => ({
    client_id: row.client_id,
    parent_id: row.parent_folder_id,
    deleted: row.deleted_at === null ? 0 : 1,
    deleted_at: row.deleted_at,
    sort_name: sortKey(row.name ?? ''),
    created: row.created_at,
    modified: row.updated_at,
  }),
  audienceOf: ({ client_id }) => client_id,
  on: {
    FolderCreated: async ({ folderId, parentId, name, categoryKey }, { tenant, occurredAt }, rows) => [
      put(folderId, {
        id: folderId,
        name,
        client_id: tenant.clientId,
        parent_folder_id: parentId,
        category_key: categoryKey,
        direct_files_count: 0,
        direct_folders_count: 0,
        deleted_at: null,
        created_at: occurredAt,
        updated_at: occurredAt,
      }),
      ...(await changed$2(rows, parentId, count$1('direct_folders_count', 1))),
    ],
    FolderRenamed: ({ folderId, to }, { occurredAt }, rows) =>
      changed$2(rows, folderId, (row) => ({
        ...row,
        name: to,
        updated_at: occurredAt,
      })),
    FolderMoved: async ({ folderId, from, to }, { occurredAt }, rows) => [
      ...(await changed$2(rows, folderId, (row) => ({
        ...row,
        parent_folder_id: to.folderId,
        updated_at: occurredAt,
      }))),
      ...(await moved(rows, 'direct_folders_count', from.folderId, to.folderId)),
    ],
    FolderDeleted: async ({ folderId, parentId }, { occurredAt }, rows) => [
      ...(await changed$2(rows, folderId, (row) => ({
        ...row,
        deleted_at: occurredAt,
      }))),
      ...(await changed$2(rows, parentId, count$1('direct_folders_count', -1))),
    ],
    FolderRestored: async ({ folderId, parentId, to }, _, rows) => [
      ...(await changed$2(rows, folderId, (row) => ({
        ...row,
        name: to,
        deleted_at: null,
      }))),
      ...(await changed$2(rows, parentId, count$1('direct_folders_count', 1))),
    ],
    FileUploaded: ({ folderId }, _, rows) => changed$2(rows, folderId, count$1('direct_files_count', 1)),
    FileMoved: ({ from, to }, _, rows) => moved(rows, 'direct_files_count', from.folderId, to.folderId),
    FileDeleted: ({ folderId }, _, rows) => changed$2(rows, folderId, count$1('direct_files_count', -1)),
    FileRestored: ({ folderId }, _, rows) => changed$2(rows, folderId, count$1('direct_files_count', 1)),
  },
};
// libs/domain/files/operations.projector.ts
const changed$1 = /* @__PURE__ */ __name(async (rows, id, change) => {
  const row = await rows.get(id);
  return row
    ? [
        put(id, {
          ...row,
          ...change,
        }),
      ]
    : [];
}, 'changed');
const operations = {
  view: 'operations',
  version: 1,
  columns: { status: 'text' },
  indexes: [['status']],
  columnsOf: ({ status }) => ({ status }),
  audienceOf: ({ user_id }) => user_id,
  on: {
    BulkStarted: ({ kind, items }, { resource, tenant, actor, occurredAt }) =>
      put(resource.id, {
        id: resource.id,
        kind,
        status: 'in_progress',
        total: items.length,
        done: 0,
        failed: [],
        created_at: occurredAt,
        finished_at: null,
        client_id: tenant.clientId,
        user_id: actor.id,
      }),
    BulkProgressed: ({ done }, { resource }, rows) => changed$1(rows, resource.id, { done }),
    BulkFinished: ({ status, done, failed }, { resource, occurredAt }, rows) =>
      changed$1(rows, resource.id, {
        status,
        done,
        failed,
        finished_at: occurredAt,
      }),
  },
};
// libs/domain/identity/settings.events.ts
const SettingsEvents = events(
  'settings',
  {
    SettingsChanged: shape(
      z
        .object({
          twoStepRequired: change$1(z.array(Role)),
          cuiCheck: change$1(CuiCheck),
        })
        .partial(),
    ),
  },
  () => null,
);
/** There is one stream of settings. */
const INSTALLATION_SETTINGS = 'installation';
// libs/domain/identity/access.projector.ts
const find = async (rows, kind, id) => {
  const row = await rows.get(id);
  return row?.kind === kind ? row : null;
};
const change = async (rows, kind, id, how) => {
  const row = await find(rows, kind, id);
  return row ? [put(id, how(row))] : [];
};
/** Ends one session: its row, and its place among the user's. */
const end = async (rows, userId, sessionId) => [
  remove(sessionId),
  ...(await change(rows, 'user', userId, (user) => ({
    ...user,
    sessions: user.sessions.filter((id) => id !== sessionId),
  }))),
];
/** Ends all sessions of a user but one, and changes the user at the same time. */
const endAll$1 = /* @__PURE__ */ __name(async (rows, userId, more = {}, exceptSessionId = null) => {
  const user = await find(rows, 'user', userId);
  if (!user) return [];
  const ended = user.sessions.filter((id) => id !== exceptSessionId);
  const sessions = user.sessions.filter((id) => id === exceptSessionId);
  return [
    ...ended.map(remove),
    put(userId, {
      ...user,
      ...more,
      sessions,
    }),
  ];
}, 'endAll');
const access = {
  view: 'access',
  version: 1,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  on: {
    UserRegistered: ({ role, firmId }, { resource: { id } }) =>
      put(id, {
        kind: 'user',
        id,
        role,
        status: 'active',
        firmId,
        clientId: null,
        sessions: [],
      }),
    UserRoleChanged: ({ to, firmId }, { resource: { id } }, rows) =>
      endAll$1(rows, id, {
        role: to,
        firmId: firmId.to,
      }),
    UserActivated: (_, { resource: { id } }, rows) =>
      change(rows, 'user', id, (row) => ({
        ...row,
        status: 'active',
      })),
    UserDeactivated: (_, { resource: { id } }, rows) => endAll$1(rows, id, { status: 'inactive' }),
    UserDeleted: async (_, { resource: { id } }, rows) => [
      ...(await endAll$1(rows, id)).filter(({ row }) => row === null),
      remove(id),
    ],
    AllSessionsRevoked: ({ exceptSessionId }, { resource: { id } }, rows) => endAll$1(rows, id, {}, exceptSessionId),
    SignedIn: async ({ userId }, { resource: { id }, occurredAt }, rows) => {
      const writes = await change(rows, 'user', userId, (row) => ({
        ...row,
        sessions: [...row.sessions, id],
      }));
      if (writes.length === 0) return [];
      return [
        put(id, {
          kind: 'session',
          id,
          userId,
          startedAt: occurredAt,
          seenAt: occurredAt,
        }),
        ...writes,
      ];
    },
    SessionSeen: (_, { resource: { id }, occurredAt }, rows) =>
      change(rows, 'session', id, (row) => ({
        ...row,
        seenAt: occurredAt,
      })),
    SignedOut: ({ userId }, { resource }, rows) => end(rows, userId, resource.id),
    SessionRevoked: ({ userId }, { resource }, rows) => end(rows, userId, resource.id),
    FirmRegistered: ({ accountantScope }, { resource: { id } }) =>
      put(id, {
        kind: 'firm',
        id,
        accountantScope,
      }),
    FirmDetailsChanged: ({ accountantScope }, { resource: { id } }, rows) =>
      accountantScope
        ? change(rows, 'firm', id, (row) => ({
            ...row,
            accountantScope: accountantScope.to,
          }))
        : [],
    FirmDeleted: (_, { resource: { id } }) => remove(id),
    ClientRegistered: ({ firmId, quota }, { resource: { id } }) =>
      put(id, {
        kind: 'client',
        id,
        firmId,
        quota,
        accountants: [],
      }),
    ClientDetailsChanged: ({ quota }, { resource: { id } }, rows) =>
      quota
        ? change(rows, 'client', id, (row) => ({
            ...row,
            quota: quota.to,
          }))
        : [],
    ClientDeleted: (_, { resource: { id } }) => remove(id),
    ClientUserLinked: ({ userId }, { resource }, rows) =>
      change(rows, 'user', userId, (row) => ({
        ...row,
        clientId: resource.id,
      })),
    ClientUserUnlinked: ({ userId }, { resource }, rows) =>
      change(rows, 'user', userId, (row) =>
        row.clientId === resource.id
          ? {
              ...row,
              clientId: null,
            }
          : row,
      ),
    AccountantAssigned: ({ accountantId }, { resource: { id } }, rows) =>
      change(rows, 'client', id, (row) => ({
        ...row,
        accountants: [...row.accountants, accountantId],
      })),
    AccountantUnassigned: ({ accountantId }, { resource: { id } }, rows) =>
      change(rows, 'client', id, (row) => ({
        ...row,
        accountants: row.accountants.filter((each) => each !== accountantId),
      })),
    SettingsChanged: async ({ twoStepRequired, cuiCheck }, _, rows) => {
      const before = (await find(rows, 'settings', 'installation')) ?? DEFAULT_SETTINGS;
      return put(INSTALLATION_SETTINGS, {
        kind: 'settings',
        id: INSTALLATION_SETTINGS,
        two_step_required: twoStepRequired?.to ?? before.two_step_required,
        cui_check: cuiCheck?.to ?? before.cui_check,
      });
    },
  },
};
// libs/domain/identity/clients.projector.ts
const withUsers = (client, users) => ({
  ...client,
  users,
  user: users[0] ?? null,
});
const showFirm = (row, { known, name }) =>
  row.firm.id === known
    ? {
        ...row,
        firm: {
          id: known,
          name,
        },
      }
    : row;
const showPerson = (row, { known, name, email }) => {
  const anew = (person) =>
    person.id === known
      ? {
          ...person,
          name,
          email,
        }
      : person;
  return withUsers(
    {
      ...row,
      accountants: row.accountants.map(anew),
    },
    row.users.map(anew),
  );
};
const clients = {
  view: 'clients',
  version: 1,
  columns: {
    firm_id: 'text',
    sort_name: 'text',
    cui: 'text',
    created: 'text',
    updated: 'text',
    searched: 'text',
  },
  indexes: [['sort_name'], ['firm_id', 'sort_name']],
  columnsOf: ofShown(
    ({ firm, societate, cui, createdAt, updatedAt }) => ({
      firm_id: firm.id,
      sort_name: sortKey(societate ?? ''),
      cui,
      created: createdAt,
      updated: updatedAt,
      searched: folded(`${societate ?? ''} ${cui}`),
    }),
    {},
  ),
  subjectsOf: ofShown(
    ({ id, firm, users, accountants }) => [id, firm.id, ...[...users, ...accountants].map((person) => person.id)],
    [],
  ),
  audienceOf: ofShown(() => 'installation', null),
  on: {
    FirmRegistered: ({ name }, { resource }) => know(resource.id, name),
    FirmDetailsChanged: ({ name }, { resource }, rows) =>
      name ? knowAnew(rows, resource.id, { name: name.to }, showFirm) : [],
    UserRegistered: ({ name, email }, { resource }) => know(resource.id, name, email),
    UserProfileChanged: ({ name }, { resource }, rows) =>
      name ? knowAnew(rows, resource.id, { name: name.to }, showPerson) : [],
    UserEmailChanged: ({ to }, { resource }, rows) => knowAnew(rows, resource.id, { email: to }, showPerson),
    ClientRegistered: async (details, { resource, occurredAt }, rows) =>
      put(resource.id, {
        id: resource.id,
        societate: details.societate,
        cui: details.cui,
        registrulComertului: details.registrulComertului,
        dataInregistrarii: details.dataInregistrarii,
        impozit: details.impozit,
        platitor_tva: details.platitorTva,
        reprezentant: details.reprezentant,
        phone: details.phone,
        email: details.email,
        company_email: details.companyEmail,
        address: details.address,
        firm: await named(rows, details.firmId),
        user: null,
        users: [],
        accountants: [],
        storage: {
          used: 0,
          quota: details.quota,
        },
        createdAt: occurredAt,
        updatedAt: occurredAt,
      }),
    ClientDetailsChanged: ({ platitorTva, companyEmail, quota, ...same }, { resource, occurredAt }, rows) =>
      changeShown(rows, resource.id, (row) => ({
        ...row,
        ...Object.fromEntries(Object.entries(same).map(([name, each]) => [name, each.to])),
        ...(platitorTva && { platitor_tva: platitorTva.to }),
        ...(companyEmail && { company_email: companyEmail.to }),
        ...(quota && {
          storage: {
            ...row.storage,
            quota: quota.to,
          },
        }),
        updatedAt: occurredAt,
      })),
    ClientDeleted: (_, { resource }) => remove(resource.id),
    ClientUserLinked: ({ userId }, { resource }, rows) =>
      changeShown(rows, resource.id, async (row) => withUsers(row, [...row.users, await knownOf(rows, userId)])),
    ClientUserUnlinked: ({ userId }, { resource }, rows) =>
      changeShown(rows, resource.id, (row) =>
        withUsers(
          row,
          row.users.filter(({ id }) => id !== userId),
        ),
      ),
    AccountantAssigned: ({ accountantId }, { resource, occurredAt }, rows) =>
      changeShown(rows, resource.id, async (row) => ({
        ...row,
        accountants: [
          ...row.accountants,
          {
            ...(await knownOf(rows, accountantId)),
            assigned_at: occurredAt,
          },
        ],
      })),
    AccountantUnassigned: ({ accountantId }, { resource }, rows) =>
      changeShown(rows, resource.id, (row) => ({
        ...row,
        accountants: row.accountants.filter(({ id }) => id !== accountantId),
      })),
    FileUploaded: ({ size }, { tenant }, rows) =>
      changeShown(rows, tenant.clientId, (row) => ({
        ...row,
        storage: {
          ...row.storage,
          used: row.storage.used + size,
        },
      })),
  },
};
// libs/domain/identity/firm.events.ts
const text = personal(z.string());
const details = {
  cui: z.string(),
  accountantScope: AccountantScope,
  name: text,
  address: text,
  phone: text,
  email: text,
};
const FirmEvents = events(
  'firm',
  {
    FirmRegistered: shape(z.object(details)),
    FirmDetailsChanged: shape(
      z
        .object({
          cui: change$1(details.cui),
          accountantScope: change$1(details.accountantScope),
          name: change$1(text),
          address: change$1(text),
          phone: change$1(text),
          email: change$1(text),
        })
        .partial(),
    ),
    FirmDeleted: shape(
      z.object({
        name: text,
        cui: z.string(),
      }),
    ),
  },
  (id) => `firm:${id}`,
);
// libs/domain/identity/firms.projector.ts
const changed = async (rows, id, change) => {
  const row = id === null ? null : await rows.get(id);
  return row ? [put(row.id, change(row))] : [];
};
const count = (which, by) => (firm) => ({
  ...firm,
  [which]: firm[which] + by,
});
const firms = {
  view: 'firms',
  version: 1,
  columns: {
    sort_name: 'text',
    cui: 'text',
    created: 'text',
    updated: 'text',
    searched: 'text',
  },
  indexes: [['sort_name']],
  columnsOf: ({ name, cui, createdAt, updatedAt }) => ({
    sort_name: sortKey(name ?? ''),
    cui,
    created: createdAt,
    updated: updatedAt,
    searched: folded(`${name ?? ''} ${cui}`),
  }),
  subjectsOf: ({ id }) => [id],
  audienceOf: () => 'installation',
  on: {
    FirmRegistered: ({ accountantScope, ...details }, { resource, occurredAt }) =>
      put(resource.id, {
        id: resource.id,
        name: details.name,
        cui: details.cui,
        address: details.address,
        phone: details.phone,
        email: details.email,
        accountant_scope: accountantScope,
        clients_count: 0,
        accountants_count: 0,
        createdAt: occurredAt,
        updatedAt: occurredAt,
      }),
    FirmDetailsChanged: ({ accountantScope, ...changes }, { resource, occurredAt }, rows) =>
      changed(rows, resource.id, (row) => ({
        ...row,
        ...Object.fromEntries(Object.entries(changes).map(([name, each]) => [name, each.to])),
        ...(accountantScope && { accountant_scope: accountantScope.to }),
        updatedAt: occurredAt,
      })),
    FirmDeleted: (_, { resource }) => remove(resource.id),
    ClientRegistered: ({ firmId }, _, rows) => changed(rows, firmId, count('clients_count', 1)),
    ClientDeleted: ({ firmId }, _, rows) => changed(rows, firmId, count('clients_count', -1)),
    UserRegistered: ({ role, firmId }, _, rows) =>
      role === 'accountant' ? changed(rows, firmId, count('accountants_count', 1)) : [],
    UserRoleChanged: async ({ from, to, firmId }, _, rows) => {
      const [before, after] = [from === 'accountant' ? firmId.from : null, to === 'accountant' ? firmId.to : null];
      if (before === after) return [];
      return [
        ...(await changed(rows, before, count('accountants_count', -1))),
        ...(await changed(rows, after, count('accountants_count', 1))),
      ];
    },
    UserDeleted: ({ role }, { tenant }, rows) =>
      role === 'accountant' ? changed(rows, tenant.firmId, count('accountants_count', -1)) : [],
  },
};
// libs/domain/identity/letters.ts
const escaped = (text) =>
  text.replace(
    /[&<>"']/g,
    (letter) =>
      ({
        '&': '&amp;',
        '<': '&lt;',
        '>': '&gt;',
        '"': '&quot;',
        "'": '&#39;',
      })[letter],
  );
/** The colours of the console, in place: mail programs know no style sheets. */
const STYLE = {
  page: 'margin:0;padding:24px;background:#f4f3ef;font-family:Georgia,serif;color:#22302c',
  sheet: 'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dddacf;border-radius:8px',
  text: 'margin:0 0 16px;font:16px/1.5 Arial,Helvetica,sans-serif',
  button:
    'display:inline-block;padding:12px 20px;background:#17594a;color:#ffffff;border-radius:6px;text-decoration:none;font:bold 16px Arial,Helvetica,sans-serif',
  small: 'margin:16px 0 0;font:13px/1.5 Arial,Helvetica,sans-serif;color:#5c6b66',
};
/** A letter in the reader's language, as plain text and as a page. null when there is nobody left to write to. */
const letterOf = (kind, { name, email, language }, url) => {
  if (email === null) return null;
  const { letters } = language === 'en' ? en : ro;
  const { subject, body } = letters[kind];
  const greeting = name === null ? letters.nameless : letters.greeting.replace('{{name}}', name);
  const link =
    kind === 'changed' || url === null
      ? null
      : {
          ...letters[kind],
          url,
        };
  const paragraph = (text, style = STYLE.text) => `<p style="${style}">${text}</p>`;
  const text = [greeting, body, ...(link ? [`${link.action}: ${link.url}`, link.until] : []), letters.ignore];
  const html = [
    paragraph(escaped(greeting)),
    paragraph(escaped(body)),
    ...(link
      ? [
          paragraph(`<a href="${escaped(link.url)}" style="${STYLE.button}">${escaped(link.action)}</a>`),
          paragraph(escaped(link.until)),
          paragraph(`${escaped(letters.link)}<br>${escaped(link.url)}`, STYLE.small),
        ]
      : []),
    paragraph(escaped(letters.ignore), STYLE.small),
  ];
  return {
    to: email,
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><body style="${STYLE.page}"><div style="${STYLE.sheet}">${html.join('')}</div></body></html>`,
  };
};
// libs/domain/identity/letters.reactor.ts
/** A letter with a link; none when the link is over already, as after a restore of the log. */
const post =
  (kind, page) =>
  (data, { resource, occurredAt }, { linkTo, now }) => {
    if (now().getTime() - Date.parse(occurredAt) >= LINKS[kind]) return [];
    const letter = letterOf(kind, data, linkTo(page, kind, resource.id, data.requestId));
    return letter ? [{ letter }] : [];
  };
/** What a log that was restored tells is old. */
const isNews = (occurredAt, now) => now.getTime() - Date.parse(occurredAt) < LINKS.invitation;
/** The letters that go out because of what happens to an account. */
const letters = {
  name: 'letters',
  on: {
    UserInvited: post('invitation', '/invitation'),
    PasswordResetRequested: post('reset', '/reset-password'),
    SignInLinkSent: post('sign_in', '/sign-in-link'),
    PasswordChanged: ({ told }, { occurredAt }, { now }) => {
      const letter = told && isNews(occurredAt, now()) ? letterOf('changed', told, null) : null;
      return letter ? [{ letter }] : [];
    },
  },
};
// libs/domain/identity/membership.reactor.ts
const unassign = (accountantId, clientIds) =>
  clientIds.map((clientId) =>
    send(client, clientId, {
      type: 'UnassignAccountant',
      data: { accountantId },
    }),
  );
/** Membership and assignment are events of the client: they follow from what happens to the user. */
const membership = {
  name: 'membership',
  on: {
    UserRegistered: ({ role }, { resource, tenant }) =>
      role === 'user' && tenant.clientId !== null
        ? [
            send(client, tenant.clientId, {
              type: 'LinkUser',
              data: { userId: resource.id },
            }),
          ]
        : [],
    UserRoleChanged: ({ clientIds }, { resource }) => unassign(resource.id, clientIds),
    UserDeleted: ({ role, clientIds }, { resource, tenant }) =>
      role === 'user' && tenant.clientId !== null
        ? [
            send(client, tenant.clientId, {
              type: 'UnlinkUser',
              data: { userId: resource.id },
            }),
          ]
        : unassign(resource.id, clientIds),
  },
};
// libs/domain/identity/sessions.projector.ts
const endAll = async (rows, userId, exceptSessionId = null) =>
  (await rows.find({ where: { user_id: userId } }))
    .filter(({ id }) => id !== exceptSessionId)
    .map(({ id }) => remove(id));
const sessions = {
  view: 'sessions',
  version: 1,
  columns: {
    user_id: 'text',
    last_seen: 'text',
  },
  indexes: [['user_id', 'last_seen']],
  columnsOf: ({ user_id, last_seen }) => ({
    user_id,
    last_seen,
  }),
  audienceOf: ({ user_id }) => user_id,
  on: {
    SignedIn: ({ userId }, { resource: { id }, ip, userAgent, occurredAt }) =>
      put(id, {
        id,
        user_id: userId,
        ip,
        user_agent: userAgent,
        created_at: occurredAt,
        last_seen: occurredAt,
      }),
    SessionSeen: async (_, { resource: { id }, ip, userAgent, occurredAt }, rows) => {
      const row = await rows.get(id);
      return row
        ? put(id, {
            ...row,
            ip,
            user_agent: userAgent,
            last_seen: occurredAt,
          })
        : [];
    },
    SignedOut: (_, { resource: { id } }) => remove(id),
    SessionRevoked: (_, { resource: { id } }) => remove(id),
    AllSessionsRevoked: ({ exceptSessionId }, { resource: { id } }, rows) => endAll(rows, id, exceptSessionId),
    UserDeactivated: (_, { resource: { id } }, rows) => endAll(rows, id),
    UserDeleted: (_, { resource: { id } }, rows) => endAll(rows, id),
    UserRoleChanged: (_, { resource: { id } }, rows) => endAll(rows, id),
  },
};
// libs/domain/identity/settings.projector.ts
const settings = {
  view: 'settings',
  version: 1,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  audienceOf: () => 'installation',
  on: {
    SettingsChanged: async ({ twoStepRequired, cuiCheck }, _, rows) => {
      const row = (await rows.get('installation')) ?? DEFAULT_SETTINGS;
      return put(INSTALLATION_SETTINGS, {
        two_step_required: twoStepRequired?.to ?? row.two_step_required,
        cui_check: cuiCheck?.to ?? row.cui_check,
      });
    },
  },
};
// libs/domain/identity/session.events.ts
const SessionEvents = events(
  'session',
  {
    SignedIn: shape(
      z.object({
        userId: Id,
        method: z.enum(['password', 'link']),
        secondFactor: FactorMethod.nullable(),
      }),
    ),
    /** Once a day, or when the address or the agent changes: the record itself says from where. */
    SessionSeen: shape(z.object({ userId: Id })),
    SignedOut: shape(z.object({ userId: Id })),
    SessionRevoked: shape(
      z.object({
        userId: Id,
        reason: z.enum(['replaced', 'reused', 'revoked']),
      }),
    ),
  },
  () => null,
);
// libs/domain/identity/unique.events.ts
/** One small stream for each value that may belong to one thing only: a query before a decision could not promise it. */
const UniqueEvents = events(
  'unique',
  {
    Claimed: shape(
      z.object({
        type: z.enum(['firm', 'client']),
        id: Id,
      }),
    ),
    Released: shape(
      z.object({
        type: z.enum(['firm', 'client']),
        id: Id,
      }),
    ),
  },
  () => null,
);
// libs/domain/identity/users.projector.ts
const withSteps = (row, change) => {
  const next = {
    ...row,
    ...change,
  };
  return {
    ...next,
    two_step: next.totp || next.passkeys > 0,
  };
};
const showClient = (row, { known, name }) =>
  row.client?.id === known
    ? {
        ...row,
        client: {
          id: known,
          name,
        },
      }
    : row;
const users = {
  view: 'users',
  version: 1,
  columns: {
    listed: 'integer',
    role: 'text',
    status: 'text',
    firm_id: 'text',
    client_id: 'text',
    invited: 'integer',
    sort_name: 'text',
    email: 'text',
    created: 'text',
    updated: 'text',
    searched: 'text',
  },
  indexes: [['sort_name'], ['role', 'sort_name'], ['client_id'], ['firm_id']],
  columnsOf: ofShown(
    ({ role, status, firm_id, client, name, email, invited_at, createdAt, updatedAt }) => ({
      listed: 1,
      role,
      status,
      firm_id,
      client_id: client?.id ?? null,
      invited: invited_at === null ? 0 : 1,
      sort_name: sortKey(name ?? ''),
      email,
      created: createdAt,
      updated: updatedAt,
      searched: folded(`${name ?? ''} ${email ?? ''}`),
    }),
    {},
  ),
  subjectsOf: ofShown(({ id, client }) => (client ? [id, client.id] : [id]), []),
  audienceOf: ofShown(() => 'installation', null),
  on: {
    UserRegistered: ({ role, firmId, name, email, phone }, { resource, occurredAt }) =>
      put(resource.id, {
        id: resource.id,
        role,
        firm_id: firmId,
        client: null,
        name,
        email,
        phone,
        status: 'active',
        must_change_password: false,
        invited_at: null,
        two_step: false,
        createdAt: occurredAt,
        updatedAt: occurredAt,
        lastSeen: null,
        preferences: DEFAULT_PREFERENCES,
        totp: false,
        passkeys: 0,
        pinned_clients: [],
      }),
    UserInvited: (_, { resource, occurredAt }, rows) =>
      changeShown(rows, resource.id, (row) => ({
        ...row,
        invited_at: occurredAt,
      })),
    PasswordChanged: ({ by }, { resource, actor }, rows) =>
      changeShown(rows, resource.id, (row) => ({
        ...row,
        invited_at: null,
        must_change_password: by === 'administrator' && actor.kind === 'user',
      })),
    UserProfileChanged: ({ name, phone }, { resource, occurredAt }, rows) =>
      changeShown(rows, resource.id, (row) => ({
        ...row,
        ...(name && { name: name.to }),
        ...(phone && { phone: phone.to }),
        updatedAt: occurredAt,
      })),
    UserEmailChanged: ({ to }, { resource, occurredAt }, rows) =>
      changeShown(rows, resource.id, (row) => ({
        ...row,
        email: to,
        updatedAt: occurredAt,
      })),
    UserRoleChanged: ({ to, firmId }, { resource, occurredAt }, rows) =>
      changeShown(rows, resource.id, (row) => ({
        ...row,
        role: to,
        firm_id: firmId.to,
        updatedAt: occurredAt,
      })),
    UserActivated: (_, { resource, occurredAt }, rows) =>
      changeShown(rows, resource.id, (row) => ({
        ...row,
        status: 'active',
        updatedAt: occurredAt,
      })),
    UserDeactivated: (_, { resource, occurredAt }, rows) =>
      changeShown(rows, resource.id, (row) => ({
        ...row,
        status: 'inactive',
        updatedAt: occurredAt,
      })),
    UserDeleted: (_, { resource }) => remove(resource.id),
    TwoStepEnabled: (_, { resource }, rows) => changeShown(rows, resource.id, (row) => withSteps(row, { totp: true })),
    TwoStepDisabled: (_, { resource }, rows) =>
      changeShown(rows, resource.id, (row) => withSteps(row, { totp: false })),
    PasskeyAdded: (_, { resource }, rows) =>
      changeShown(rows, resource.id, (row) => withSteps(row, { passkeys: row.passkeys + 1 })),
    PasskeyRemoved: (_, { resource }, rows) =>
      changeShown(rows, resource.id, (row) => withSteps(row, { passkeys: row.passkeys - 1 })),
    PreferencesChanged: ({ to }, { resource }, rows) =>
      changeShown(rows, resource.id, (row) => ({
        ...row,
        preferences: to,
      })),
    ClientsPinned: ({ to }, { resource }, rows) =>
      changeShown(rows, resource.id, (row) => ({
        ...row,
        pinned_clients: to,
      })),
    ClientRegistered: ({ societate }, { resource }) => know(resource.id, societate),
    ClientDetailsChanged: ({ societate }, { resource }, rows) =>
      societate ? knowAnew(rows, resource.id, { name: societate.to }, showClient) : [],
    ClientUserLinked: ({ userId }, { resource }, rows) =>
      changeShown(rows, userId, async (row) => ({
        ...row,
        client: await named(rows, resource.id),
      })),
    ClientUserUnlinked: ({ userId }, { resource }, rows) =>
      changeShown(rows, userId, (row) =>
        row.client?.id === resource.id
          ? {
              ...row,
              client: null,
            }
          : row,
      ),
  },
};
// libs/domain/everything.ts
/** All events there are, all views computed from them, and all that happens because of them. */
const library = libraryOf(
  UserEvents,
  SessionEvents,
  SettingsEvents,
  FirmEvents,
  ClientEvents,
  UniqueEvents,
  DriveEvents,
  BulkEvents,
  ReadingEvents,
);
const projectors = [
  access,
  sessions,
  settings,
  users,
  firms,
  clients,
  folders,
  files,
  contents,
  operations,
  audit,
  commandKeys,
];
const reactorGroups = [
  {
    name: 'reactors',
    reactors: [membership],
    isWaitedFor: true,
  },
  {
    name: 'letters',
    reactors: [letters],
    isWaitedFor: false,
  },
];
export { library, projectors, reactorGroups };

//# sourceMappingURL=everything.js.map
