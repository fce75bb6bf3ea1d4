import { api, type EndpointSpec, type Role } from '@dosar/contracts';

/** Who may call an endpoint at all: everybody, those of that rank and above, or auditors alone. `scope` decides what they see. */
export type Rule = {
  readonly allow: 'everyone' | Role;
  /** Auditors have no rank: what is not opened to them here is closed. `past`: they are answered as of their period. */
  readonly auditor?: 'own' | 'past';
  /** Which rate limit applies; reads are limited by their cost. */
  readonly rate?: 'writes' | 'messages' | 'searches' | 'links';
};

/** Calls that change something have a rate limit, or say that they have none. */
type Limited = Rule & ({ readonly rate: NonNullable<Rule['rate']> } | { readonly unlimited: true });

type Api = typeof api;
type RuleFor<E> = E extends { readonly method: 'GET' | 'HEAD' | 'OPTIONS' } ? Rule : Limited;
type Policy = { readonly [C in keyof Api]: { readonly [E in keyof Api[C]]: RuleFor<Api[C][E]> } };

const everyone = { allow: 'everyone' } as const;
const anyone = { allow: 'user' } as const;
/** What an auditor may read, too, as of their period. */
const past = { allow: 'user', auditor: 'past' } as const;
/** What is everybody's own: their account. */
const account = { allow: 'user', auditor: 'own' } as const;
const accountWriter = { allow: 'user', rate: 'writes', auditor: 'own' } as const;
const auditor = { allow: 'auditor', auditor: 'own' } as const;
const writer = { allow: 'user', rate: 'writes' } as const;
const sender = { allow: 'user', rate: 'messages' } as const;
const accountant = { allow: 'accountant' } as const;
const accountantWriter = { allow: 'accountant', rate: 'writes' } as const;
const admin = { allow: 'admin' } as const;
const adminWriter = { allow: 'admin', rate: 'writes' } as const;
/** What proves the log: for whoever audits. */
const evidence = admin;
/** Without a session no session's rate applies: attempts are counted by account and address in the handlers. */
const attempt = { allow: 'everyone', unlimited: true } as const;
/** Signing out is never limited. */
const leaving = { allow: 'user', unlimited: true, auditor: 'own' } as const;

/** The one table of who may do what. An endpoint without a row does not compile, a route without one does not start. */
export const policy: Policy = {
  auth: {
    login: attempt,
    // authorised by their token, which is signed, short-lived and used once
    secondFactor: attempt,
    secondFactorOptions: attempt,
    secondFactorSetup: attempt,
    secondFactorConfirm: attempt,
    requestLink: attempt,
    useLink: attempt,
    refresh: attempt,
    forgotPassword: attempt,
    checkReset: everyone,
    reset: attempt,
    checkInvitation: everyone,
    acceptInvitation: attempt,
    requestInvitation: attempt,
    logout: leaving,
    logoutAll: leaving,
    changePassword: accountWriter,
    sessions: account,
    endSession: leaving,
    twoStep: account,
    beginTotp: accountWriter,
    confirmTotp: accountWriter,
    endTotp: accountWriter,
    renewRecoveryCodes: accountWriter,
    passkeyOptions: accountWriter,
    addPasskey: accountWriter,
    removePasskey: accountWriter,
    me: account,
    changeMe: accountWriter,
  },
  users: {
    list: admin,
    get: admin,
    create: adminWriter,
    change: adminWriter,
    delete: adminWriter,
    invite: adminWriter,
    // whoever has the link chooses the password: so may they alone who can set it, too
    showInvitationLink: adminWriter,
    accountants: accountant,
    assign: accountantWriter,
    unassign: accountantWriter,
    ofAccountant: accountant,
    people: anyone,
  },
  firms: { list: admin, get: admin, create: adminWriter, change: adminWriter, delete: adminWriter },
  clients: {
    list: accountant,
    get: past,
    create: adminWriter,
    change: accountantWriter,
    delete: adminWriter,
    accountants: anyone,
    assign: accountantWriter,
    unassign: accountantWriter,
    lookUp: accountant,
  },
  settings: { get: admin, change: adminWriter },
  mandates: {
    list: admin,
    appoint: adminWriter,
    prolong: adminWriter,
    end: adminWriter,
    mine: auditor,
    ofFirm: accountant,
  },
  folders: {
    list: past,
    tree: past,
    get: past,
    path: past,
    history: past,
    create: writer,
    rename: writer,
    createAccountingStructure: writer,
  },
  invoices: {
    repeated: anyone,
  },
  files: {
    list: past,
    get: past,
    upload: writer,
    rename: writer,
    changeFields: accountantWriter,
    changeTags: accountantWriter,
    tags: anyone,
    invoices: anyone,
    trash: past,
    download: past,
    preview: past,
    readAgain: adminWriter,
    thumbnail: past,
    history: past,
    // the ticket in the address names user and file, and is checked against current rights
    content: everyone,
  },
  documents: { list: anyone },
  notes: { list: past, add: writer },
  uploads: { options: everyone, create: writer, state: anyone, append: writer, end: writer },
  archives: { entries: anyone, extract: writer },
  parts: { list: anyone, open: anyone },
  pages: { arrange: writer },
  bulk: {
    move: writer,
    copy: writer,
    delete: writer,
    restore: writer,
    status: accountantWriter,
    download: writer,
    // by ticket, as for a single file
    content: everyone,
    get: anyone,
    // only of their own operations, whose rights are checked in the handler
    retry: writer,
    cancel: writer,
  },
  conversations: { list: past, open: writer, get: past, read: writer },
  messages: {
    list: past,
    send: sender,
    edit: sender,
    edits: past,
    delete: sender,
    react: sender,
    unreact: sender,
  },
  notifications: {
    list: anyone,
    readAll: writer,
    read: writer,
    delete: writer,
    unsubscribePage: everyone,
    // the token names the recipient, who need not be signed in
    unsubscribe: { allow: 'everyone', rate: 'links' },
    preferences: anyone,
    changePreferences: writer,
  },
  audit: { events: { allow: 'admin', auditor: 'past' }, event: { allow: 'admin', auditor: 'past' } },
  // what somebody may see of it is decided in the handler
  past: { moments: anyone, compare: anyone, access: admin },
  deeds: { list: admin, events: admin, activity: admin, export: admin, fileHistory: admin, messageHistory: admin },
  // whose lists somebody has is decided in the handler
  exports: { note: writer },
  heads: { list: evidence, latest: evidence, publicKey: evidence, inclusion: evidence, consistency: evidence },
  // allowed for whoever may send the inverse command
  undo: { undo: writer, restore: writer },
  dashboard: { get: anyone },
  search: {
    search: { allow: 'user', rate: 'searches', auditor: 'past' },
    history: anyone,
    clearHistory: writer,
    clearEntry: writer,
    saved: anyone,
    save: writer,
    forgetSaved: writer,
  },
  system: { live: everyone, ready: everyone, details: admin, metrics: everyone, openapi: everyone },
};

/** The rules that decide besides the table of calls, each with the number of its present form: a change raises it. */
const NUMBERS = { scope: 1, locks: 1, hiding: 1 } as const;

const specs = new Map(
  Object.entries(api).flatMap(([group, calls]) =>
    Object.entries<EndpointSpec>(calls).map(([name, spec]) => [`${group} ${name}`, spec] as const),
  ),
);

const calls = Object.entries(policy).flatMap(([group, rules]) =>
  Object.entries(rules as Record<string, Rule>).flatMap(([name, { allow, auditor }]) => {
    const { method, path } = specs.get(`${group} ${name}`)!;
    const call = `${method} ${path}`;
    return [{ call, allow }, ...(auditor && allow !== 'auditor' ? [{ call, allow: 'auditor' }] : [])];
  }),
);

/** The rules of access as data: every process that appends writes them to the log. */
export const policyAsData = { calls, rules: Object.entries(NUMBERS).map(([rule, number]) => ({ rule, number })) };
