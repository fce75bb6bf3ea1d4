/**
 * One file for everything that a visit begins with, and one for each place that it goes on to: many small files compress
 * worse, and come later. An earlier group takes what a later one needs, too.
 */
export const groups = [
  // the entry stays by itself, under its name in the manifest
  { name: 'first', tags: ['$initial' as const], test: /^(?!.*\/console\/(index\.html|app\/main\.tsx))/ },
  { name: 'login', test: /\/routes\/login\.tsx\?/ },
  // the other screens of guests: nothing of the app
  { name: 'guests', test: /\/routes\/(?!_)[^/]+\.tsx\?/ },
  { name: 'person', test: /\/features\/account\/me\.queries\.ts/ },
  { name: 'app', test: /\/routes\/_app\.tsx\?/ },
  { name: 'files', test: /\/features\/files\/files\.screen\.tsx/ },
];
