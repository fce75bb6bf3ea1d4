import type { Message } from './message';

/** The event that, among others, states the destruction of a key. */
export const DESTROYING = 'OperatorActed';

/** A key of personal data by its name, `<owner>/<generation>`: an owner is a purpose and whose it is, such as `client:<id>`. */
export type NamedKey = {
  readonly name: string;
  readonly owner: string;
  readonly purpose: string;
  readonly id: string;
  /** The year in which the thing began; 1 for an owner whose data ends as a whole. */
  readonly generation: number;
};

export const keyNamed = (name: string): NamedKey => {
  const purposeEnd = name.indexOf(':');
  const at = name.lastIndexOf('/');
  return {
    name,
    owner: name.slice(0, at),
    purpose: name.slice(0, purposeEnd),
    id: name.slice(purposeEnd + 1, at),
    generation: Number(name.slice(at + 1)),
  };
};

/** The key whose destruction the event states; null: it states something else. */
export const destroyedBy = ({ type, data }: Message<string, unknown>): NamedKey | null => {
  if (type !== DESTROYING) return null;
  const { what, about } = data as { readonly what: string; readonly about: string | null };
  return what === 'destruction' && about !== null ? keyNamed(about) : null;
};
