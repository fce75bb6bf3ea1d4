import type { Letter, Mail } from '../ports';

/** Keeps what was sent where a test can read it. */
export const memoryMail = (sent: Letter[] = []): Mail => ({
  async send(letter) {
    sent.push(letter);
  },
  close: () => Promise.resolve(),
});
