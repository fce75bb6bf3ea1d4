/** A port that nobody listens on now. */
export declare const freePort: () => Promise<number>;
