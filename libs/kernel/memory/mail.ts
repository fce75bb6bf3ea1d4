import type { Letter, Mail } from '../ports';

/** Collects sent letters for tests. */
export const memoryMail = (sent: Letter[] = []): Mail => ({
  async send(letter) {
    sent.push(letter);
  },
  close: () => Promise.resolve(),
});
