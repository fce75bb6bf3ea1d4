/** The built code of a worker thread, beside the bundle that starts it. */
export const workerFile = (name: string): URL => new URL(`./${name}.js`, import.meta.url);
