import { defineConfig } from '@playwright/test';

/** Debian's browser without its windows, a fifth cheaper; nothing of it leaves this machine. `CHROMIUM_PATH`: another. */
const BROWSER = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  ],
};

// a journey that failed is watched with `npm run e2e -- --trace on`: to record all of them takes half as long again
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/journeys',
  // each file has a portal of its own, and most of a journey is waiting
  workers: 2,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/journeys.json' }]],
  use: {
    launchOptions: BROWSER,
    actionTimeout: 10_000,
    locale: 'ro-RO',
    timezoneId: 'Europe/Bucharest',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'journeys', testMatch: '**/*.journey.ts' },
    // how long a deed takes is told, not judged: a busy machine may take its time
    { name: 'deeds', testMatch: '**/*.deeds.ts', expect: { timeout: 60_000 }, use: { actionTimeout: 60_000 } },
    { name: 'screenshots', testMatch: '**/*screenshots.ts' },
    { name: 'every-screen', testMatch: '**/every-screen.ts', fullyParallel: true },
  ],
});
