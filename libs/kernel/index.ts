// What the domain may see: messages, events, and the maps that decide, project and react.
export * from './canonical';
export * from './command-keys';
export * from './data-keys';
export * from './decider';
export * from './destruction';
export * from './event';
export * from './installation.events';
export * from './message';
export * from './projector';
export * from './reactor';
export * from './shape';
export type { KeptDocument } from './documents';
export type { Envelope } from './envelope';
export type { ColumnValue, Find, Letter, ViewSpec } from './ports';
export type { SearchDocument } from './search';
