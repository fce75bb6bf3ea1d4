import { api, type EndpointSpec, type Role } from '@dosar/contracts';

/** Who may call an endpoint at all: everybody, or those of a rank and above. What they see there is `scope`'s to say. */
export type Rule = {
  readonly allow: 'everyone' | Role;
  /** Which limit of its rate applies; reading is limited by what it costs. */
  readonly rate?: 'writes' | 'messages' | 'searches' | 'links';
};

/** What changes something has a rate, or says that it has none. */
type Limited = Rule & ({ readonly rate: NonNullable<Rule['rate']> } | { readonly unlimited: true });

type Api = typeof api;
type RuleFor<E> = E extends { readonly method: 'GET' | 'HEAD' | 'OPTIONS' } ? Rule : Limited;
type Policy = { readonly [C in keyof Api]: { readonly [E in keyof Api[C]]: RuleFor<Api[C][E]> } };

const everyone = { allow: 'everyone' } as const;
const anyone = { allow: 'user' } as const;
const writer = { allow: 'user', rate: 'writes' } as const;
const sender = { allow: 'user', rate: 'messages' } as const;
const searcher = { allow: 'user', rate: 'searches' } as const;
const accountant = { allow: 'accountant' } as const;
const accountantWriter = { allow: 'accountant', rate: 'writes' } as const;
const admin = { allow: 'admin' } as const;
const adminWriter = { allow: 'admin', rate: 'writes' } as const;
/** Without a session there is no rate of one: attempts are counted by account and address, where they are made. */
const attempt = { allow: 'everyone', unlimited: true } as const;
/** Nobody is kept from going out. */
const leaving = { allow: 'user', unlimited: true } as const;

/** The one table of who may do what. An endpoint without a row does not compile, a route without one does not start. */
export const policy: Policy = {
  auth: {
    login: attempt,
    // what they are given says for whom: a token that is signed, used once and soon over
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
    changePassword: writer,
    sessions: anyone,
    endSession: leaving,
    twoStep: anyone,
    beginTotp: writer,
    confirmTotp: writer,
    endTotp: writer,
    renewRecoveryCodes: writer,
    passkeyOptions: writer,
    addPasskey: writer,
    removePasskey: writer,
    me: anyone,
    changeMe: writer,
  },
  users: {
    list: admin,
    get: admin,
    create: adminWriter,
    change: adminWriter,
    delete: adminWriter,
    invite: adminWriter,
    accountants: accountant,
    assign: accountantWriter,
    unassign: accountantWriter,
    ofAccountant: accountant,
    people: anyone,
  },
  firms: { list: admin, get: admin, create: adminWriter, change: adminWriter, delete: adminWriter },
  clients: {
    list: accountant,
    get: anyone,
    create: adminWriter,
    change: accountantWriter,
    delete: adminWriter,
    accountants: anyone,
    assign: accountantWriter,
    unassign: accountantWriter,
    lookUp: accountant,
  },
  settings: { get: admin, change: adminWriter },
  folders: {
    list: anyone,
    tree: anyone,
    get: anyone,
    path: anyone,
    history: anyone,
    create: writer,
    rename: writer,
    createAccountingStructure: writer,
  },
  files: {
    list: anyone,
    get: anyone,
    upload: writer,
    rename: writer,
    trash: anyone,
    download: anyone,
    preview: anyone,
    readAgain: adminWriter,
    thumbnail: anyone,
    history: anyone,
    // the ticket in the address says who and what, and is checked against what they may now
    content: everyone,
  },
  notes: { list: anyone, add: writer },
  uploads: { options: everyone, create: writer, state: anyone, append: writer, end: writer },
  archives: { entries: anyone, extract: writer },
  bulk: {
    move: writer,
    copy: writer,
    delete: writer,
    restore: writer,
    status: accountantWriter,
    download: writer,
    // as that of a single file
    content: everyone,
    get: anyone,
    // of what they asked for themselves; that they may still ask for it is seen there
    retry: writer,
    cancel: writer,
  },
  conversations: { list: anyone, open: writer, get: anyone, read: writer },
  messages: { list: anyone, send: sender, edit: sender, edits: anyone, delete: sender },
  notifications: {
    list: anyone,
    readAll: writer,
    read: writer,
    delete: writer,
    unsubscribePage: everyone,
    // the token says whose letters end: whoever got one may
    unsubscribe: { allow: 'everyone', rate: 'links' },
    preferences: anyone,
    changePreferences: writer,
  },
  audit: { events: admin, event: admin },
  // what of them somebody may see is looked at there
  past: { moments: anyone, compare: anyone, access: admin },
  deeds: { list: admin, events: admin, activity: admin, export: admin, fileHistory: admin, messageHistory: admin },
  // whoever may do the reverse of it
  undo: { undo: writer, restore: writer },
  dashboard: { get: anyone },
  search: {
    search: searcher,
    history: anyone,
    clearHistory: writer,
    clearEntry: writer,
    saved: anyone,
    save: writer,
    forgetSaved: writer,
  },
  system: { live: everyone, ready: everyone, details: admin, openapi: everyone },
};

/** The rules that decide beside the table of calls, each with the number of its present form: a changed one has the next. */
const NUMBERS = { scope: 1, locks: 1, hiding: 1 } as const;

const specs = new Map(
  Object.entries(api).flatMap(([group, calls]) =>
    Object.entries<EndpointSpec>(calls).map(([name, spec]) => [`${group} ${name}`, spec] as const),
  ),
);

const calls = Object.entries(policy).flatMap(([group, rules]) =>
  Object.entries(rules as Record<string, Rule>).map(([name, { allow }]) => {
    const { method, path } = specs.get(`${group} ${name}`)!;
    return { call: `${method} ${path}`, allow };
  }),
);

/** By which rules somebody may do something, as data: every process that appends says them in the log. */
export const policyAsData = { calls, rules: Object.entries(NUMBERS).map(([rule, number]) => ({ rule, number })) };
