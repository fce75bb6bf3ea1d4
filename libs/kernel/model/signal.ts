/**
 * A wake-up, never the truth: losing one costs time, not data, and it names only what changed. `reacted`: this group of
 * reactors has done everything up to that position, and the newest event it caused is at `appended`. `here`: these
 * users called that many milliseconds ago. `uploading`: the uploads that a session has under way at a gateway. `who`:
 * asks every process that knows some of these to answer. `ephemeral`: something that is not stored, such as that
 * somebody is typing, for the subscribers of a topic.
 */
export type Signal =
  | {
      readonly kind: 'moved';
      readonly views: readonly string[];
      readonly position: string;
      readonly audiences: readonly string[];
    }
  | { readonly kind: 'reacted'; readonly group: string; readonly position: string; readonly appended: string | null }
  | { readonly kind: 'stopped'; readonly view: string; readonly eventId: string | null; readonly reason: string }
  | { readonly kind: 'here'; readonly users: readonly (readonly [userId: string, ago: number])[] }
  | {
      readonly kind: 'uploading';
      readonly gateway: string;
      readonly sessionId: string;
      readonly uploads: number;
      readonly bytes: number;
    }
  | { readonly kind: 'who' }
  | { readonly kind: 'ephemeral'; readonly topic: string; readonly body: Readonly<Record<string, unknown>> };

export interface Signals {
  send(signal: Signal): void;
  /** @returns how to stop listening. */
  listen(listener: (signal: Signal) => void): () => void;
  /** Resolves when signals reach other processes. @throws Unavailable when they do not: callers then poll the views. */
  reach(): Promise<void>;
  close(): Promise<void>;
}
