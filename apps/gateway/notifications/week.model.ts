export type Kind = 'message_new' | 'file_uploaded';
type Entry = {
  readonly kind: Kind;
  readonly group: string;
  readonly window: number;
  things: string[];
  raisedAt: number;
  order: number;
  isRead: boolean;
  waits: number | null;
};
type Choice = {
  readonly letters: 'soon' | 'hourly' | 'daily';
  readonly quiet_hours: { readonly from: string; readonly to: string } | null;
};
type Reader = {
  entries: Entry[];
  toasts: number;
  /** How many items each letter had. */
  readonly letters: number[];
  mailedAt: number;
  choice: Choice;
};
type Happened = {
  readonly kind: Kind;
  readonly by: string;
  readonly place: string;
  readonly id: string;
  readonly to: readonly string[];
};

const WINDOW = 600_000;
const PAUSES = { soon: WINDOW, hourly: 6 * WINDOW, daily: 144 * WINDOW } as const;
const timeThere = new Intl.DateTimeFormat('ro', {
  timeZone: 'Europe/Bucharest',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** What one person is told of what has happened, in an entry that stands or in another one. */
const tell = (reader: Reader, { kind, id }: Happened, { group, window, now, order, live }: Telling): void => {
  const entry = reader.entries.find((each) => !each.isRead && each.group === group && each.window === window);
  const isNews = !entry || (kind === 'message_new' && now - entry.raisedAt >= WINDOW);
  const fresh: Entry = { kind, group, window, things: [], raisedAt: now, order, isRead: false, waits: null };
  const told = entry ?? fresh;
  if (!entry) reader.entries.push(told);
  if (isNews || live(told) === 0) told.order = order;
  if (isNews) told.raisedAt = now;
  if (isNews) reader.toasts += 1;
  // what was taken back was waiting since then
  told.waits ??= now;
  told.things.push(id);
};
type Telling = {
  readonly group: string;
  readonly window: number;
  readonly now: number;
  readonly order: number;
  readonly live: (entry: Entry) => number;
};

const isQuiet = ({ quiet_hours: hours }: Choice, now: number): boolean => {
  const time = timeThere.format(now);
  return hours !== null && (time >= hours.from || time < hours.to);
};

/** What people are to be told, as the contract says it, without views, streams and processes. */
export const aModel = (people: readonly string[], now: () => number) => {
  const choice: Choice = { letters: 'soon', quiet_hours: null };
  const readers = new Map<string, Reader>(
    people.map((id) => [id, { entries: [], toasts: 0, letters: [], mailedAt: -Infinity, choice }]),
  );
  const gone = new Set<string>();
  const windows = new Map<string, number>();
  let order = 0;
  const live = ({ things }: Entry) => things.filter((id) => !gone.has(id)).length;
  const unread = (id: string) => readers.get(id)!.entries.filter(({ isRead }) => !isRead);

  return {
    happened(what: Happened) {
      const isMessage = what.kind === 'message_new';
      const group = `${what.kind} ${what.place}${isMessage ? '' : ` ${what.by}`}`;
      if (now() - (windows.get(group) ?? -Infinity) >= WINDOW) windows.set(group, now());
      for (const id of what.to)
        if (id !== what.by) {
          const window = isMessage ? 0 : windows.get(group)!;
          tell(readers.get(id)!, what, { group, window, now: now(), order: (order += 1), live });
        }
    },
    gone: (id: string) => void gone.add(id),
    readConversation(id: string, place: string) {
      for (const each of unread(id)) if (each.group === `message_new ${place}`) each.isRead = true;
    },
    readAll(id: string) {
      for (const each of unread(id)) each.isRead = true;
    },
    prefer(id: string, change: Partial<Choice>) {
      const reader = readers.get(id)!;
      reader.choice = { ...reader.choice, ...change };
    },
    look() {
      for (const [id, reader] of readers) {
        const waiting = unread(id).filter((each) => each.waits !== null && live(each) > 0);
        const isOld = waiting.some(({ waits }) => now() - waits! > WINDOW);
        if (!isOld || isQuiet(reader.choice, now()) || now() - reader.mailedAt < PAUSES[reader.choice.letters])
          continue;
        reader.letters.push(waiting.length);
        reader.mailedAt = now();
        for (const each of waiting) each.waits = null;
      }
    },
    bell(id: string) {
      const shown = readers.get(id)!.entries.filter((each) => live(each) > 0);
      const lines = [...shown]
        .sort((a, b) => b.order - a.order)
        .map((each) => `${each.kind} ${live(each)} ${each.isRead ? 'read' : 'new'}`);
      return [shown.filter(({ isRead }) => !isRead).length, lines];
    },
    letters: (id: string) => readers.get(id)!.letters,
    toasts: (id: string) => readers.get(id)!.toasts,
  };
};
export type Model = ReturnType<typeof aModel>;
