// Documents found by their words: the port, Romanian words, and what fills the index from the log.
export * from './document';
export * from './keep-indexing';
export * from './read-texts';
export * from './search-index';
export * from './words';
