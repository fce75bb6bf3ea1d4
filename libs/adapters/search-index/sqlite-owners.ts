import type { Statements } from './statements';

/** So many keys are remembered, each with its number. */
const REMEMBERED = 10_000;

/** The numbers of the keys that documents are sealed with: of one that was never seen, a new one. */
export const ownersIn = ({ prepared }: Statements) => {
  const remembered = new Map<string, number>();
  return {
    numberOf(key: string): number {
      const before = remembered.get(key);
      if (before !== undefined) return before;
      prepared('INSERT INTO owners (key) VALUES (?) ON CONFLICT DO NOTHING').run(key);
      const { n } = prepared('SELECT n FROM owners WHERE key = ?').get(key) as { n: number };
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.set(key, n);
      return n;
    },
    forget: (): void => remembered.clear(),
  };
};
