// What the domain may see: messages, events, and the maps that decide, project and react.
export * from './model/canonical';
export * from './model/command-keys';
export * from './model/data-keys';
export * from './model/decider';
export * from './model/destruction';
export * from './model/event';
export * from './model/installation.events';
export * from './model/message';
export * from './model/projector';
export * from './model/reactor';
export * from './model/shape';
export * from './model/view';
export type { SealedDocument } from './model/sealed-document';
export type { Envelope } from './keys/envelope';
export type { ColumnIn, ColumnValue, Find, Letter, RowIn, ViewSpec } from './ports';
