import type { Translated } from '../../platform/translated';
import type { tableRo } from './ro';

/** Sentences about lists, in English. */
export const tableEn: Translated<typeof tableRo> = {
  list: {
    clearFilter: 'Clear the filter: {{label}}',
    range: '{{from}}–{{to}} of {{total}}',
    pages: 'Pages of the list',
    page: 'Page {{page}}',
    next: 'Next page',
    previous: 'Previous page',
    pageSize: 'Per page',
    sort: 'Sort',
    sortedBy: 'Sort: {{label}}',
    clear: 'Clear filters',
    noneFound: 'Nothing matches',
    noneFoundText: 'Try other words, or clear the filters.',
    export: 'Export CSV',
    exported_one: 'One row exported',
    exported_other: '{{count}} rows exported',
    exportFailed: 'The export failed',
  },
};
