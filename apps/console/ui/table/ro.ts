/** Sentences about lists, in Romanian. */
export const tableRo = {
  list: {
    clearFilter: 'Șterge filtrul: {{label}}',
    range: '{{from}}–{{to}} din {{total}}',
    pages: 'Paginile listei',
    page: 'Pagina {{page}}',
    next: 'Pagina următoare',
    previous: 'Pagina anterioară',
    pageSize: 'Pe pagină',
    sort: 'Ordonare',
    sortedBy: 'Ordine: {{label}}',
    clear: 'Fără filtre',
    noneFound: 'Nimic nu se potrivește',
    noneFoundText: 'Încercați alte cuvinte sau renunțați la filtre.',
    export: 'Exportă CSV',
    exported_one: 'Un rând exportat',
    exported_few: '{{count}} rânduri exportate',
    exported_other: '{{count}} de rânduri exportate',
    exportFailed: 'Exportul nu a reușit',
  },
};
