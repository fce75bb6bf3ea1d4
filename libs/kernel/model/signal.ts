/**
 * A wake-up, never the truth: losing one costs time, not data, and of what is stored it names only what moved. `reacted`:
 * what this group of reactors does because of all events up to there is done, and the newest event of it stands where it
 * says. `here`: these users called so many milliseconds ago. `uploading`: what a session has under way at a gateway.
 * `who`: whoever knows of some of these says so. `ephemeral`: something that is stored nowhere, such as that somebody
 * types, for whoever listens to the topic.
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
  /** Resolves when signals reach other processes. @throws Unavailable when they do not: then views are asked instead. */
  reach(): Promise<void>;
  close(): Promise<void>;
}
