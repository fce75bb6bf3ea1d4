import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { theme, variables } from './ui/theme/theme.ts';
import { groups } from './vite.bundle.ts';
import { licenses } from './vite.licenses.ts';
import { withoutJsonSchemas } from './vite.zod.ts';

const gateway = process.env['DOSAR_GATEWAY'] ?? 'http://127.0.0.1:3000';

/** Colours of the library that no screen has. */
const UNUSED = /^--mantine-color-(pink|grape|violet|indigo|cyan|lime)-/;

/** The theme as a file: the page's policy allows no styles that a script would write into it. */
const themeFile = (): Plugin => {
  const id = 'virtual:theme.css';
  const css = () => {
    const whole = mergeMantineTheme(DEFAULT_THEME, theme);
    const base = defaultCssVariablesResolver(whole);
    const own = variables(whole);
    const merged = (part: 'variables' | 'light' | 'dark') =>
      Object.fromEntries(Object.entries({ ...base[part], ...own[part] }).filter(([name]) => !UNUSED.test(name)));
    return convertCssVariables(
      { variables: merged('variables'), light: merged('light'), dark: merged('dark') },
      ':root',
    );
  };
  return {
    name: 'dosar:theme',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) => (source === `\0${id}` ? css() : null),
  };
};

const pdfPackage = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const { version: pdfVersion } = JSON.parse(readFileSync(pdfPackage, 'utf8')) as { version: string };
/** What documents count on, and the reader asks for by name: letters, fonts, and a decoder that needs no compiling. */
const PDF_PARTS = /^(?:cmaps\/.+\.bcmap|standard_fonts\/.+|wasm\/openjpeg_nowasm_fallback\.js)$/;

const pdfParts = (): Plugin => ({
  name: 'dosar:pdf-parts',
  apply: 'build',
  generateBundle() {
    const folder = dirname(pdfPackage);
    for (const part of ['cmaps', 'standard_fonts', 'wasm'])
      for (const name of readdirSync(join(folder, part)).filter((each) => PDF_PARTS.test(`${part}/${each}`))) {
        const fileName = `assets/pdf-${pdfVersion}/${part}/${name}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(folder, part, name)) });
      }
  },
});

/** Every text that is served, compressed once, as small as it gets. */
const compressed = (): Plugin => ({
  name: 'dosar:compressed',
  apply: 'build',
  writeBundle({ dir = '' }) {
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.(m?js|css|html|svg|txt)$/.test(name))) {
      const bytes = readFileSync(join(dir, file));
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      writeFileSync(join(dir, `${file}.br`), brotliCompressSync(bytes, quality));
      writeFileSync(join(dir, `${file}.gz`), gzipSync(bytes, { level: 9 }));
    }
  },
});

const { collect, write } = licenses();

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      disableLogging: true,
      routesDirectory: 'app/routes',
      generatedRouteTree: 'app/route-tree.gen.ts',
      quoteStyle: 'single',
    }),
    react(),
    themeFile(),
    withoutJsonSchemas(),
    pdfParts(),
    collect(),
    write(),
    compressed(),
  ],
  define: { __PDF_VERSION__: JSON.stringify(pdfVersion) },
  // the shim is for a React that does not have it
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  // what a thread needs only sometimes it asks for then
  worker: { format: 'es', plugins: () => [collect()] },
  server: {
    host: '127.0.0.1',
    port: 4200,
    strictPort: true,
    proxy: { '^/api/': gateway, '/socket.io': { target: gateway, ws: true } },
  },
  // browsers that know light-dark(): written out for older ones it would not know our scheme
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    manifest: true,
    // every browser that is served knows it
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // a schema that nobody asks for is not made: to make one changes nothing
      treeshake: { propertyReadSideEffects: false, manualPureFunctions: ['z', 'endpoint'] },
      output: { codeSplitting: { groups } },
    },
  },
});
