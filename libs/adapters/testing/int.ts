/**
 * The address of a real server, for the specs that need one. They are run by `npm run int:…` only, which says in advance
 * when there is none: so its absence here is an error, and nothing passes for not having been run.
 */
export const addressOf = (variable: string): string => {
  const url = process.env[variable];
  if (!url) throw new Error(`${variable} is not set: these specs need a server`);
  return url;
};

/** Another one each time, so that a server that is used again has none of its data; printed, so that it can be repeated. */
export const aSeed = (): number => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
  process.stdout.write(`seed ${seed}\n`);
  return seed;
};

/** How many seeded operations two adapters must agree on. */
export const operations = Number(process.env['OPERATIONS'] ?? 10_000);

/** How often what writes is killed. */
export const kills = Number(process.env['KILLS'] ?? 20);

/** The address of another database of the same server. */
export const inDatabase = (url: string, name: string): string =>
  url.replace(
    /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/,
    (_, server: string, options = '') => `${server}/${name}${options}`,
  );
