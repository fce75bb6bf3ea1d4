// Letters that an installation without a mail server writes as files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PATIENCE_MS = 15_000;

const decoded = (message) =>
  /content-transfer-encoding: base64/i.test(message)
    ? message
        .split(/\r\n\r\n/)
        .map((part) =>
          /^[A-Za-z0-9+/=\r\n]+/.exec(part)?.[0].length > 60 ? Buffer.from(part, 'base64').toString() : part,
        )
        .join('\n')
    : message.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));

export const letterBox = (dataDir) => {
  const folder = join(dataDir, 'mail');
  const read = new Set();
  const tokens = new Map();
  const look = () => {
    let names = [];
    try {
      names = readdirSync(folder);
    } catch {
      // nobody has written yet
    }
    for (const name of names.sort()) {
      if (read.has(name) || !name.endsWith('.eml')) continue;
      const message = readFileSync(join(folder, name), 'utf8');
      const token = /token=([\w.~%-]+)/.exec(decoded(message))?.[1];
      const to = /^To: .*?([^\s<>]+@[^\s<>]+?)>?\s*$/m.exec(message)?.[1];
      // it may still be written
      if (!/--\s*$/.test(message)) continue;
      read.add(name);
      if (token && to) tokens.set(to, [...(tokens.get(to) ?? []), decodeURIComponent(token)]);
    }
  };
  return {
    /** What the link of the next letter to somebody carries, after so many others; null when none comes. */
    async token(to, after = 0) {
      for (const until = Date.now() + PATIENCE_MS; Date.now() < until;) {
        look();
        const found = tokens.get(to)?.[after];
        if (found) return found;
        await new Promise((go) => setTimeout(go, 50));
      }
      return null;
    },
  };
};
