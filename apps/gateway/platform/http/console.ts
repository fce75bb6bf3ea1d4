import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemFilter } from './problem.filter';
import { notFound } from './problem';

/** The same path relative to the sources and to the bundle. */
const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../console/dist');

const PAGE = 'index.html';
/** These names contain a hash of their content. */
const HASHED = 'assets/';

/** The file of an address: any unknown address is the console's page. */
export const fileFor = (address: string, isThere: (file: string) => boolean): string | null => {
  const path = address.split('?')[0]!.slice(1);
  if (isThere(path)) return path;
  const isForConsole = !path.startsWith(HASHED) && !/^api(\/|$)/.test(path);
  return isForConsole && isThere(PAGE) ? PAGE : null;
};

/** Serves the console's files: hashed ones are cached by browsers for ever, the page is revalidated each time. */
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
