#!/usr/bin/env node
// npm run dosar -- <command>: what an operator does beside the server.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
await ensureInstalled();
await ensureBuilt();
await import('../apps/gateway/dist/dosar.js');
