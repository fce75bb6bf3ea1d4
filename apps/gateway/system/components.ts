import { Inject, Injectable } from '@nestjs/common';
import type { Health } from '@dosar/contracts';
import { projectors } from '@dosar/domain/registry';
import { access } from '@dosar/domain/identity/access.projector';
import { givenUpIn, notWritten, readLastBackup, type Stop, type TryKind, within } from '@dosar/kernel/runtime';
import type { SearchQuery } from '@dosar/search';
import { damagedIn, NOBODYS_BLOB, readChecked, sentenceOfChecked } from '../files/files.reads';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { sealsOf } from './seals';

type Component = NonNullable<Health['components']>[string];

/** A search that finds nothing. */
const NOBODYS_SEARCH: SearchQuery = {
  text: '',
  scopes: ['nobody'],
  kinds: [{ kind: 'file' }],
  deleted: 'without',
  where: {},
  sort: 'relevance',
  order: 'desc',
  skip: 0,
  limit: 1,
};
/** How long to wait for an answer. */
const PATIENCE_MS = 2_000;

const OK: Component = { status: 'ok' };
const degraded = (detail: string): Component => ({ status: 'degraded', detail });
const unavailable = (detail: string): Component => ({ status: 'unavailable', detail });

const answers = async (asking: Promise<unknown>): Promise<Component> => {
  try {
    await asking;
    return OK;
  } catch (error) {
    return unavailable((error as Error).message);
  }
};

const sentenceOf = ([name, { eventId, reason }]: readonly [string, Stop], meanwhile: string): string =>
  `${name} stopped${eventId === null ? '' : ` at event ${eventId}`}: ${reason}; ${meanwhile}, and it goes on from there when that is mended`;

/** How many are named. */
const NAMED = 20;

const GIVEN_UP: Readonly<Record<TryKind, string>> = {
  document:
    'files that are not read until an administrator has them read again, since the process ended three times while each was read',
  picture:
    'files whose small picture is not drawn until an administrator has them read again, since the process ended three times while each was drawn',
  invoice:
    'electronic invoices whose fields are not filled in until an administrator has them read again, since the process ended three times while each was read',
  operation: 'operations that are not gone on with, since the process ended three times during each',
  letter:
    'events whose letters are not sent, since the mail server refuses the address, or the process ended three times while each was sent',
  digest: 'users whose digest is not sent, since the process ended three times while each was sent',
};

const DAMAGED =
  'files whose bytes are not those of their records, and are not given out: once they are restored from a backup of the store of documents they leave here by themselves';

const OF_VIEWS = 'what it shows is as old as that, the other views go on';
const OF_REACTORS = 'what follows from it waits, the others go on';

type GivenUp = Readonly<Record<TryKind, readonly string[]>>;

const withGivenUp = (component: Component, givenUp: GivenUp, kinds: readonly TryKind[]): Component => {
  const said = kinds
    .filter((kind) => givenUp[kind].length > 0)
    .map((kind) => `${GIVEN_UP[kind]} (${givenUp[kind].length}): ${givenUp[kind].slice(0, NAMED).join(', ')}`);
  if (component.status === 'unavailable' || said.length === 0) return component;
  return degraded([...(component.detail === undefined ? [] : [component.detail]), ...said].join('; '));
};

/** The state of each part of the installation. A degraded part is reported, and does not stop the others. */
@Injectable()
export class Components {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  async look(): Promise<Record<string, Component>> {
    const { ports, access: who } = this.installation;
    const [log, seals, views, vault, documents, signals, search, givenUp] = await Promise.all([
      this.log(),
      sealsOf(this.installation),
      this.views(),
      answers(ports.vault.get('health')),
      this.documents(),
      answers(ports.signals.reach()),
      this.search(),
      this.givenUp(),
    ]);
    const fresh = await answers(Promise.resolve().then(() => who.mustBeFresh()));
    const isInFolder = this.installation.config.profile === 'embedded';
    return {
      log,
      seals,
      views: this.withFindings('views', views),
      reactors: this.reactors(),
      vault: this.withFindings('passwords', this.withFindings('keys', vault)),
      documents: withGivenUp(this.withFindings('leftovers', documents), givenUp, [
        'document',
        'picture',
        'invoice',
        'operation',
      ]),
      signals,
      search,
      sockets: this.withFindings('sockets', OK),
      mail: withGivenUp(this.withFindings('mail', OK), givenUp, ['letter', 'digest']),
      readers: this.withFindings('readers', OK),
      access: this.withFindings('access', fresh),
      ...(isInFolder && { backup: await this.backup() }),
    };
  }

  /** How much of the log needed for rights is read: 0 to 1; null when all is. */
  progress = async (): Promise<number | null> => {
    const { access: who, ports } = this.installation;
    if (who.isReady) return null;
    const [head, state] = await Promise.all([ports.events.head(), ports.reads.state(access)]);
    return head === null ? 1 : Math.min(1, Number(state.position ?? 0n) / Number(head));
  };

  private async log(): Promise<Component> {
    const { ports, findings, log } = this.installation;
    const damage = [...findings.of('damage'), ...findings.of('hidden')];
    if (damage.length > 0) return unavailable(damage.join('; '));
    const refused = notWritten(log);
    if (refused !== null) return unavailable(refused);
    return this.withFindings('processes', this.withFindings('log', await answers(ports.events.head())));
  }

  /** The time of the last backup, and how much this disk's loss would cost. */
  private async backup(): Promise<Component> {
    const { ports } = this.installation;
    try {
      const last = await readLastBackup(ports.vault);
      const head = await ports.events.head();
      const records = (head ?? 0n) - BigInt(last?.position ?? 0);
      return {
        ...OK,
        detail: last ? `the last one is of ${last.madeAt}, ${records} records ago` : 'none was made yet',
      };
    } catch (error) {
      return degraded((error as Error).message);
    }
  }

  /** A search that is unavailable only fails searches. */
  private async search(): Promise<Component> {
    const { search } = this.installation.ports;
    const late = () => Promise.reject(new Error('the search does not answer'));
    const { status, detail } = await answers(within(PATIENCE_MS, search.search(NOBODYS_SEARCH), late));
    const asked = status === 'ok' ? OK : degraded(detail!);
    return this.withFindings('indexing', this.withFindings('search', asked));
  }

  /** Given-up work by kind. An unavailable vault is reported separately. */
  private async givenUp(): Promise<GivenUp> {
    const found = await givenUpIn(this.installation.ports.vault).catch(() => []);
    const of = (kind: TryKind) => found.filter((each) => each.kind === kind).map(({ about }) => about);
    return {
      document: of('document'),
      picture: of('picture'),
      invoice: of('invoice'),
      operation: of('operation'),
      letter: of('letter'),
      digest: of('digest'),
    };
  }

  /** The progress of verification, and the damaged documents. */
  private async documents(): Promise<Component> {
    const { ports } = this.installation;
    const stored = await answers(ports.blobs.open(NOBODYS_BLOB));
    if (stored.status !== 'ok') return stored;
    try {
      const [checked, damaged] = await Promise.all([readChecked(ports.vault), damagedIn(ports.vault)]);
      const detail = sentenceOfChecked(checked);
      if (damaged.length === 0) return { ...OK, detail };
      const named = damaged.slice(0, NAMED).map(({ id, blobId, why }) => `${id}, its bytes ${blobId} (${why})`);
      return degraded(`${DAMAGED} (${damaged.length}): ${named.join('; ')}; ${detail}`);
    } catch (error) {
      return degraded(`which of them are damaged is not known: ${(error as Error).message}`);
    }
  }

  private withFindings(part: string, component: Component): Component {
    const found = this.installation.findings.of(part);
    if (component.status === 'unavailable' || found.length === 0) return component;
    return degraded([...(component.detail === undefined ? [] : [component.detail]), ...found].join('; '));
  }

  private stopped(isReactors: boolean): [string, Stop][] {
    const views = new Set(projectors.map(({ view }) => view));
    return [...this.installation.views.stops()].filter(([name]) => views.has(name) !== isReactors);
  }

  private reactors(): Component {
    const stopped = this.stopped(true);
    return stopped.length > 0 ? degraded(stopped.map((each) => sentenceOf(each, OF_REACTORS)).join('; ')) : OK;
  }

  /** Whether the views can be read and keep up with the log, and which are being filled. */
  private async views(): Promise<Component> {
    const { ports, views } = this.installation;
    try {
      const states = await Promise.all(projectors.map((each) => ports.reads.state(each)));
      const head = await ports.events.head().catch(() => null);
      const stopped = this.stopped(false);
      const names = projectors.filter((_, at) => states[at]!.isSettled).map(({ view }) => view);
      const moving = names.filter((view) => !stopped.some(([name]) => name === view));
      if (head !== null && !(await views.reach(moving, head)))
        return unavailable('the views do not keep up with the log');
      const filled = projectors.filter((_, at) => !states[at]!.isSettled).map(({ view }) => `${view} is being filled`);
      const said = [...stopped.map((each) => sentenceOf(each, OF_VIEWS)), ...filled];
      return said.length > 0 ? degraded(said.join('; ')) : OK;
    } catch (error) {
      return unavailable((error as Error).message);
    }
  }
}
