// Puts the verifier into the page that opens by a double click: deploy/verify/verify.html. With --check it only says
// whether the page is that of the verifier.
import { readFileSync, writeFileSync } from 'node:fs';

const at = (name) => new URL(`../deploy/verify/${name}`, import.meta.url);

/** The page with the verifier in it, without what only Node.js runs. */
export const verifyPage = () => {
  const source = readFileSync(at('dosar-verify.mjs'), 'utf8');
  const script = source.slice(source.indexOf('globalThis.dosarVerify ='), source.indexOf('const main = async'));
  return readFileSync(at('page.html'), 'utf8').replace('/* VERIFIER */', () => script.trim());
};

if (process.argv.includes('--check')) {
  if (readFileSync(at('verify.html'), 'utf8') !== verifyPage()) {
    console.error('deploy/verify/verify.html is not that of dosar-verify.mjs: node scripts/verify-page.mjs');
    process.exitCode = 1;
  }
} else writeFileSync(at('verify.html'), verifyPage());
