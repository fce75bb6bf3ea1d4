import { api, RANK, type ConsoleEvent, type EndpointSpec, type LiveEvent, type Role } from '@dosar/contracts';
import type { Audiences } from './audience';

/** Who may call an endpoint at all: everybody, or those of a rank and above. What they see there is `scope`'s to say. */
export type Rule = {
  readonly allow: 'everyone' | Role;
  /** Which limit of its rate applies; reading is limited by what it costs. */
  readonly rate?: 'writes' | 'messages' | 'searches' | 'links';
};

type Api = typeof api;
type Policy = { readonly [C in keyof Api]: { readonly [E in keyof Api[C]]: Rule } };

const everyone: Rule = { allow: 'everyone' };
const anyone: Rule = { allow: 'user' };
const writer: Rule = { allow: 'user', rate: 'writes' };
const sender: Rule = { allow: 'user', rate: 'messages' };
const searcher: Rule = { allow: 'user', rate: 'searches' };
const accountant: Rule = { allow: 'accountant' };
const accountantWriter: Rule = { allow: 'accountant', rate: 'writes' };
const admin: Rule = { allow: 'admin' };
const adminWriter: Rule = { allow: 'admin', rate: 'writes' };

/** The one table of who may do what. An endpoint without a row does not compile, a route without one does not start. */
export const policy: Policy = {
  auth: {
    login: everyone,
    // what they are given says for whom: a token that is signed, used once and soon over
    secondFactor: everyone,
    secondFactorOptions: everyone,
    secondFactorSetup: everyone,
    secondFactorConfirm: everyone,
    requestLink: everyone,
    useLink: everyone,
    refresh: everyone,
    forgotPassword: everyone,
    checkReset: everyone,
    reset: everyone,
    checkInvitation: everyone,
    acceptInvitation: everyone,
    requestInvitation: everyone,
    logout: anyone,
    logoutAll: anyone,
    changePassword: writer,
    sessions: anyone,
    endSession: anyone,
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
  system: { live: everyone, ready: everyone, openapi: everyone },
};

/** Who hears an event of the sockets: an audience, or one session alone. */
interface Heard extends Record<LiveEvent, keyof Audiences | 'session'> {
  readonly 'files:changed': 'clientId';
  readonly 'bulk:progress': 'userId';
  readonly 'message:new': 'conversationId';
  readonly 'message:edit': 'conversationId';
  readonly 'message:delete': 'conversationId';
  readonly 'message:read_up_to': 'conversationId';
  readonly 'message:delivered_up_to': 'conversationId';
  readonly 'conversations:changed': 'conversationId' | 'userId';
  readonly 'notification:new': 'inboxOf';
  readonly 'notifications:changed': 'userId';
  readonly typing: 'conversationId';
  readonly 'presence:update': 'personId';
  readonly 'me:changed': 'userId' | 'staffOf';
  readonly 'session:revoked': 'session';
  readonly resync: 'session';
}
export type HeardBy<A extends keyof Audiences> = {
  [E in LiveEvent]: A extends Heard[E] ? E : never;
}[LiveEvent];

/** Who may say what over a socket. */
export const said: { readonly [E in ConsoleEvent]: Rule } = {
  typing: anyone,
  'presence:set': anyone,
  'message:delivered': anyone,
};

const rules = new Map<EndpointSpec, Rule>(
  Object.entries(api).flatMap(([context, calls]) =>
    Object.entries(calls).map(([name, spec]) => [
      spec as EndpointSpec,
      (policy as Record<string, Record<string, Rule>>)[context]![name]!,
    ]),
  ),
);

export const ruleOf = (spec: EndpointSpec): Rule => rules.get(spec)!;

export const isAllowed = (rule: Rule, role: Role): boolean =>
  rule.allow === 'everyone' || RANK[role] >= RANK[rule.allow];

/** The calls by their method and address, as the router writes them. */
export const knownRoutes: ReadonlyMap<string, EndpointSpec> = new Map(
  [...rules.keys()].map((spec) => [`${spec.method} /api${spec.path}`, spec]),
);
