import { z } from 'zod';

/** Of what somebody is told: a message, documents that came, or a document that was processed. */
export const NotificationKind = z.enum(['message_new', 'file_uploaded', 'file_processed']);
export type NotificationKind = z.infer<typeof NotificationKind>;

export const NOTIFICATION_LIMITS = {
  /** What one person does of one kind for one client within this time is one notification, and one e-mail. */
  debounce: 600_000,
  /** So much of a message is shown. */
  excerpt: 160,
  /** Of messages no more are counted: so many, or more. */
  messages: 100,
} as const;

/** Whether somebody is told of a kind of thing, and how. */
const Channels = z.object({
  /** Whether it is shown in the console. */ in_app: z.boolean(),
  /** Whether it is written in a letter. */ email: z.boolean(),
});

/** A time of day, HH:mm. */
const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .max(5);

/** From when to when no e-mail is sent; over midnight when it begins later than it ends. */
export const QuietHours = z.object({
  /** When they begin, HH:mm. */ from: TimeOfDay,
  /** When they end, HH:mm; letters wait until then. */ to: TimeOfDay,
});
export type QuietHours = z.infer<typeof QuietHours>;

/** How often letters leave at most: ten minutes, an hour or a day after the one before. */
export const LetterPause = z.enum(['soon', 'hourly', 'daily']);
export type LetterPause = z.infer<typeof LetterPause>;

/** Of what somebody is told, how, and when not. */
export const NotificationPreferences = z.object({
  /** Of messages in the own conversations. */
  message_new: Channels,
  /** Of documents that came. */
  file_uploaded: Channels,
  /** Of documents that were processed. */
  file_processed: Channels,
  /** How often letters leave at most: each holds all that is unread and was in none before. */
  letters: LetterPause,
  /** From when to when no e-mail is sent; null: never. */
  quiet_hours: QuietHours.nullable(),
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

const both = { in_app: true, email: true } as const;
export const DEFAULT_NOTIFICATION_PREFERENCES: NotificationPreferences = {
  message_new: both,
  file_uploaded: both,
  file_processed: both,
  letters: 'soon',
  quiet_hours: null,
};

/** With what was not to be chosen when they were. */
export const completePreferences = ({
  letters = DEFAULT_NOTIFICATION_PREFERENCES.letters,
  ...chosen
}: Omit<NotificationPreferences, 'letters'> & {
  readonly letters?: LetterPause | undefined;
}): NotificationPreferences => ({
  ...chosen,
  letters,
});

/** Some of it; quiet hours are taken away by null. */
export const NotificationPreferencesChange = z.strictObject({
  /** Of messages in the own conversations. */
  message_new: Channels.partial().strict().optional(),
  /** Of documents that came. */
  file_uploaded: Channels.partial().strict().optional(),
  /** Of documents that were processed. */
  file_processed: Channels.partial().strict().optional(),
  /** How often letters leave at most. */
  letters: LetterPause.optional(),
  /** From when to when no e-mail is sent; null takes it away. */
  quiet_hours: z.strictObject(QuietHours.shape).nullable().optional(),
});
export type NotificationPreferencesChange = z.infer<typeof NotificationPreferencesChange>;
