// Search for documents by words: the port, Romanian words, and the filling of the index from the log.
export * from './document';
export * from './excerpts';
export * from './groups';
export * from './keep-indexing';
export * from './query-terms';
export * from './read-texts';
export * from './search-index';
export * from './words';
