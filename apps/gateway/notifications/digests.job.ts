import { Inject, Injectable } from '@nestjs/common';
import { DEFAULT_NOTIFICATION_PREFERENCES, isOffered, NOTIFICATION_LIMITS, type QuietHours } from '@dosar/contracts';
import { derivedId, pauseUntil, type Row, rowIn } from '@dosar/kernel/runtime';
import { users } from '@dosar/domain/identity/users.projector';
import { inbox } from '@dosar/domain/notifications/inbox.decider';
import { notifications, placeOf, type NotificationRow } from '@dosar/domain/notifications/notifications.projector';
import { notificationPreferences } from '@dosar/domain/notifications/preferences.projector';
import type { Account } from '../platform/access/call';
import { Call } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import type { Job } from '../platform/hosting/job';
import { timeOfDay } from '../platform/hosting/time';
import { Writes } from '../platform/writes/writes';
import { digestLetter, type Reader } from './digest-letter';
import { claims } from './digest-claims';
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

/** Whether it is within somebody's quiet hours. */
export const isQuiet = (hours: QuietHours | null, time: string): boolean => {
  if (hours === null) return false;
  const { from, to } = hours;
  return from <= to ? from <= time && time < to : time >= from || time < to;
};

/** Mails unread notifications once they are ten minutes old, all of a person in one letter. */
@Injectable()
export class Digests implements Job {
  readonly failure = 'what people were told of could not be mailed';
  private readonly rests: MailBackoff;
  private readonly claim: ReturnType<typeof claims>;

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
    const { reads } = this.installation.ports;
    const instant = (ago: number) => new Date(now - ago).toISOString();
    const news = { to_mail: { from: instant(NEWS_MS), below: instant(NOTIFICATION_LIMITS.debounce) } };
    const failed = {
      user_id: { in: this.rests.people() },
      to_mail: { from: instant(TRIED_MS), below: instant(NEWS_MS) },
    };
    const due = new Map<string, NotificationRow[]>();
    for (const where of [failed, news])
      for (
        let skip = 0, found: readonly Row<NotificationRow>[] = [];
        skip === 0 || found.length === PAGE;
        skip += PAGE
      ) {
        found = await reads.find(notifications, { where, order: [['to_mail', 'asc']], skip, limit: PAGE });
        for (const row of found.map(({ json }) => rowIn(json)))
          due.set(row.user_id, [...(due.get(row.user_id) ?? []), row]);
      }
    for (const [userId, rows] of due) if (this.rests.isOver(userId, now)) await this.mail(userId, rows, now);
    await this.sayLeft(due, instant(TRIED_MS));
    this.rests.say(new Set(due.keys()));
  }

  /** Reports people whose mail failed until it was too old. */
  private async sayLeft(due: ReadonlyMap<string, unknown>, below: string): Promise<void> {
    const { ports, logger } = this.installation;
    for (const userId of this.rests.people().filter((id) => !due.has(id))) {
      const left = await ports.reads.count(notifications, { where: { user_id: userId, to_mail: { below } } });
      if (left > 0) logger.error({ user_id: userId, left }, `${this.failure} for two weeks, and are left`);
    }
  }

  /** Mails the unread notifications that somebody may still see and wants; one process does so. */
  private async mail(userId: string, rows: readonly NotificationRow[], now: number): Promise<void> {
    const person = this.installation.access.user(userId);
    const reader = person?.status === 'active' ? await this.readerOf(userId) : null;
    if (!person || !reader) return;
    const wanted = await this.wanted(person, rows, now);
    if (wanted.length === 0) return;
    await this.claim(userId, async () => {
      try {
        await this.send(userId, reader, wanted);
        this.rests.worked(userId);
      } catch (error) {
        this.rests.failed(userId, error as Error, now);
      }
    });
  }

  private async send(userId: string, reader: Reader, rows: readonly NotificationRow[]): Promise<void> {
    const { ports, commandHandler, config, keys, tries } = this.installation;
    const { unread } = await commandHandler.state(inbox, userId);
    const left = rows.filter(({ id }) => unread.get(id)?.isMailed === false);
    if (left.length === 0) return;
    const token = unsubscribeToken(keys.links, userId, reader.email);
    const letter = digestLetter(reader, {
      told: await shownNotifications(ports.reads, left, () => reader.language),
      publicUrl: config.publicUrl,
      unsubscribe: {
        oneClick: `${config.publicUrl}/api/notifications/unsubscribe/${token}`,
        page: `${config.publicUrl}/unsubscribe?token=${token}`,
      },
      id: `${left[0]!.id}.${userId}`,
    });
    const write = this.writes.once(Call.ofInstallation(`digest ${userId} ${left[0]!.id}`));
    const notificationIds = left.map(({ id }) => id);
    await tries.digest.run(derivedId(userId, left[0]!.id), userId, async () => {
      await ports.mail.send(letter);
      await write.handle(inbox, userId, { type: 'NoteDigest', data: { notificationIds } });
    });
  }

  private async wanted(person: Account, rows: readonly NotificationRow[], now: number): Promise<NotificationRow[]> {
    const { access, ports } = this.installation;
    const row = await ports.reads.get(notificationPreferences, person.id);
    const wants = row ? rowIn(row.json) : DEFAULT_NOTIFICATION_PREFERENCES;
    if (isQuiet(wants.quiet_hours, timeOfDay(new Date(now)))) return [];
    return rows.filter((each) => wants[each.type].email && maySee(access, person, placeOf(each)));
  }

  private async readerOf(userId: string): Promise<Reader | null> {
    const row = await this.installation.ports.reads.get(users, userId);
    if (!row) return null;
    const { name, email, preferences } = rowIn(row.json);
    return email === null ? null : { name, email, language: preferences.language };
  }
}
