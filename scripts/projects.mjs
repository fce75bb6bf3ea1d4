import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of the workspace's projects that have specs, as paths from the root. */
export const projectsWithSpecs = () =>
  ['scripts', ...['apps', 'libs'].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))].filter(
    (project) => existsSync(join(project, 'jest.config.cjs')),
  );
