import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemFilter } from './problem.filter';
import { notFound } from './problem';

/** Beside the sources, and beside the bundle made of them, alike. */
const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../console/dist');

const PAGE = 'index.html';
/** Their names change with their content. */
const HASHED = 'assets/';

/** The file that an address means: an address of the console's own is its page, whatever it says. */
export const fileFor = (address: string, isThere: (file: string) => boolean): string | null => {
  const path = address.split('?')[0]!.slice(1);
  if (isThere(path)) return path;
  const isForConsole = !path.startsWith(HASHED) && !/^api(\/|$)/.test(path);
  return isForConsole && isThere(PAGE) ? PAGE : null;
};

/** The console, as files: those that never change are kept by browsers for ever, its page is asked for each time. */
export const serveConsole = async (fastify: FastifyInstance, filter: ProblemFilter, folder = FOLDER): Promise<void> => {
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const files = new Set(
    found.filter((each) => each.isFile()).map((each) => relative(folder, join(each.parentPath, each.name))),
  );
  await fastify.register(fastifyStatic, {
    root: existsSync(folder) ? folder : dirname(folder),
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });
  fastify.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const file = fileFor(request.url, (each) => files.has(each));
    if (file === null) return filter.answer(notFound(), request, reply);
    const age = file.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache';
    return reply.header('cache-control', age).header('vary', 'accept-encoding').sendFile(file);
  });
};
