/**
 * The address of a real server, for specs that need one. They run by `npm run int:…` only, which says beforehand when there
 * is none: so a missing address is an error here, and nothing passes without being run.
 */
export const addressOf = (variable: string): string => {
  const url = process.env[variable];
  if (!url) throw new Error(`${variable} is not set: these specs need a server`);
  return url;
};

/** Another seed for each run, so that a reused server has no data of it; printed, so that a run can be repeated. */
export const aSeed = (): number => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
  process.stdout.write(`seed ${seed}\n`);
  return seed;
};

/** How many seeded operations two adapters must agree on. */
export const operations = Number(process.env['OPERATIONS'] ?? 10_000);

/** How often the writing process is killed. */
export const kills = Number(process.env['KILLS'] ?? 20);

/** The address of another database of the same server. */
export const inDatabase = (url: string, name: string): string =>
  url.replace(
    /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/,
    (_, server: string, options = '') => `${server}/${name}${options}`,
  );
