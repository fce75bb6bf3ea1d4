import { Inject, Injectable } from '@nestjs/common';
import {
  DEFAULT_NOTIFICATION_PREFERENCES,
  isOffered,
  NOTIFICATION_LIMITS,
  type LetterPause,
  type NotificationPreferences,
  type QuietHours,
} from '@dosar/contracts';
import { derivedId, pauseUntil, rowIn, type Row, type WhereIn } from '@dosar/kernel/runtime';
import { firms } from '@dosar/domain/identity/firms.projector';
import { users } from '@dosar/domain/identity/users.projector';
import { inbox } from '@dosar/domain/notifications/inbox.decider';
import { notifications, placeOf, type NotificationRow } from '@dosar/domain/notifications/notifications.projector';
import { notificationPreferences } from '@dosar/domain/notifications/preferences.projector';
import { Call } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import type { Job } from '../platform/hosting/job';
import { timeOfDay } from '../platform/hosting/time';
import { Writes } from '../platform/writes/writes';
import { digestLetter, type Reader } from './digest-letter';
import { claims } from './digest-claims';
import { firmsOf } from './firms-of-news';
import { maySee } from './inbox.audience';
import { shownNotifications } from './shown-notifications';
import { MailBackoff } from './mail-backoff';
import { unsubscribeToken } from './unsubscribe-tokens';

const LOOK_MS = 20_000;
const DAY_MS = 24 * 60 * 60_000;
/** Older notifications are not mailed: a mail server may be configured after years. */
const NEWS_MS = 2 * DAY_MS;
/** How long failed mail is tried again: outages are shorter. */
const TRIED_MS = 14 * DAY_MS;
const PAGE = 500;
/** How long after a letter the next one leaves. */
const PAUSES: Readonly<Record<LetterPause, number>> = {
  soon: NOTIFICATION_LIMITS.debounce,
  hourly: DAY_MS / 24,
  daily: DAY_MS,
};

/** Whether it is within somebody's quiet hours. */
export const isQuiet = (hours: QuietHours | null, time: string): boolean => {
  if (hours === null) return false;
  const { from, to } = hours;
  return from <= to ? from <= time && time < to : time >= from || time < to;
};

/** Mails all that a person has not read in one letter, once the oldest is ten minutes old, and not before their pause. */
@Injectable()
export class Digests implements Job {
  readonly failure = 'what people were told of could not be mailed';
  private readonly rests: MailBackoff;
  private readonly claim: ReturnType<typeof claims>;
  /** When this process has mailed somebody. */
  private readonly mailed = new Map<string, number>();

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
  ) {
    this.rests = new MailBackoff(installation.findings);
    this.claim = claims(installation.ports.vault);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { config, logger } = this.installation;
    if (!isOffered(config.features, ['notifications'])) return;
    for (; !signal.aborted; await pauseUntil(signal, LOOK_MS))
      await this.look().catch((error: unknown) => logger.error({ err: error }, this.failure));
  }

  /** Mails everything due. */
  async look(now = Date.now()): Promise<void> {
    const ago = (ms: number) => new Date(now - ms).toISOString();
    const old = { to_mail: { from: ago(NEWS_MS), below: ago(NOTIFICATION_LIMITS.debounce) } };
    // the clock was ahead when these were written
    const ahead = { to_mail: { from: ago(-NOTIFICATION_LIMITS.debounce) } };
    const failed = { user_id: { in: this.rests.people() }, to_mail: { from: ago(TRIED_MS), below: ago(NEWS_MS) } };
    const due = new Set<string>();
    for (const where of [failed, old, ahead]) for (const { user_id } of await this.waiting(where)) due.add(user_id);
    for (const userId of due) if (this.rests.isOver(userId, now)) await this.mail(userId, now);
    await this.sayLeft(due, ago(TRIED_MS));
    this.rests.say(due);
  }

  /** Unread notifications with news that were in no letter, oldest first. */
  private async waiting(where: WhereIn<typeof notifications>): Promise<NotificationRow[]> {
    const rows: NotificationRow[] = [];
    for (let found: readonly Row<NotificationRow>[] = []; rows.length === 0 || found.length === PAGE;) {
      const page = { where, order: [['to_mail', 'asc']], skip: rows.length, limit: PAGE } as const;
      found = await this.installation.ports.reads.find(notifications, page);
      for (const { json } of found) rows.push(rowIn(json));
      if (found.length === 0) break;
    }
    return rows;
  }

  /** Reports people whose mail failed until it was too old. */
  private async sayLeft(due: ReadonlySet<string>, below: string): Promise<void> {
    const { ports, logger } = this.installation;
    for (const userId of this.rests.people().filter((id) => !due.has(id))) {
      const left = await ports.reads.count(notifications, { where: { user_id: userId, to_mail: { below } } });
      if (left > 0) logger.error({ user_id: userId, left }, `${this.failure} for two weeks, and are left`);
    }
  }

  /** Mails all that somebody has not read, may still see and wants, unless a letter has just left; one process does so. */
  private async mail(userId: string, now: number): Promise<void> {
    const person = this.installation.access.user(userId);
    const reader = person?.status === 'active' ? await this.readerOf(userId) : null;
    if (!person || !reader) return;
    const wants = await this.wants(userId);
    if (isQuiet(wants.quiet_hours, timeOfDay(new Date(now)))) return;
    await this.claim(userId, async () => {
      try {
        const { unread, mailedAt } = await this.installation.commandHandler.state(inbox, userId);
        if (now - this.lastMailed(userId, mailedAt, now) < PAUSES[wants.letters]) return;
        const rows = await this.waiting({ user_id: userId, to_mail: { from: new Date(now - TRIED_MS).toISOString() } });
        const { access } = this.installation;
        // the view may be behind, or have stopped: what was mailed is known from the inbox
        const isNew = ({ id, waits }: NotificationRow) => Date.parse(waits!) > (unread.get(id)?.mailedAt ?? Infinity);
        const isWanted = (row: NotificationRow) =>
          isNew(row) && wants[row.type].email && maySee(access, person, placeOf(row));
        if (await this.send(userId, reader, rows.filter(isWanted))) this.mailed.set(userId, now);
        this.rests.worked(userId);
      } catch (error) {
        this.rests.failed(userId, error as Error, now);
      }
    });
  }

  /** When the last letter left; by the clock of this process, should the record's have been ahead then. */
  private lastMailed(userId: string, mailedAt: number, now: number): number {
    const here = this.mailed.get(userId) ?? 0;
    return mailedAt > now ? here : Math.max(mailedAt, here);
  }

  /** @returns false when nothing is left to tell of */
  private async send(userId: string, reader: Reader, rows: readonly NotificationRow[]): Promise<boolean> {
    const { ports, config, keys, tries } = this.installation;
    const shown = await shownNotifications(ports.reads, rows, () => reader.language);
    const told = shown.filter(({ count }) => count > 0);
    if (told.length === 0) return false;
    // what is told of again is another letter
    const cause = `${told[0]!.id}.${Date.parse(rows.find(({ id }) => id === told[0]!.id)!.waits!)}`;
    const token = unsubscribeToken(keys.links, userId, reader.email);
    const letter = digestLetter(reader, {
      told,
      firms: await firmsOf(ports.reads, told, userId),
      publicUrl: config.publicUrl,
      unsubscribe: {
        oneClick: `${config.publicUrl}/api/notifications/unsubscribe/${token}`,
        page: `${config.publicUrl}/unsubscribe?token=${token}`,
      },
      id: `${cause}.${userId}`,
    });
    const write = this.writes.once(Call.ofInstallation(`digest ${userId} ${cause}`));
    const notificationIds = told.map(({ id }) => id);
    await tries.digest.run(derivedId(userId, cause), userId, async () => {
      await ports.mail.send(letter);
      await write.handle(inbox, userId, { type: 'NoteDigest', data: { notificationIds } });
    });
    return true;
  }

  private async wants(userId: string): Promise<NotificationPreferences> {
    const row = await this.installation.ports.reads.get(notificationPreferences, userId);
    return row ? rowIn(row.json) : DEFAULT_NOTIFICATION_PREFERENCES;
  }

  /** Who works for the firms of several clients has the name of none. */
  private async firmOf(userId: string): Promise<string | null> {
    const { access, ports } = this.installation;
    const person = access.user(userId);
    const firmIds = new Set(person?.clientIds.map((id) => access.client(id)?.firmId).concat(person.firmId ?? []));
    const [firmId, ...others] = [...firmIds].filter((id) => id !== undefined);
    const row = firmId === undefined || others.length > 0 ? null : await ports.reads.get(firms, firmId);
    return row && rowIn(row.json).name;
  }

  private async readerOf(userId: string): Promise<Reader | null> {
    const row = await this.installation.ports.reads.get(users, userId);
    if (!row) return null;
    const { name, email, preferences } = rowIn(row.json);
    if (email === null) return null;
    return { name, email, language: preferences.language, firm: await this.firmOf(userId) };
  }
}
