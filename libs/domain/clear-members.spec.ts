import { eventSchemas } from './event-schemas';

/** JSON Schema, as far as it says what a member may be. */
type Schema = {
  readonly [mark: string]: unknown;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
};

/** Where texts stand in clear that are neither an id nor one of a few words: what each says, and why nobody can write there. */
const TEXTS: Readonly<Record<string, string>> = {
  'InstallationFounded.formats.*': 'sentences of the program',
  'InstallationFounded.check': 'the check of the root key',
  'SoftwareStarted.version': 'of the program',
  'SoftwareStarted.commit': 'of the program',
  'SoftwareStarted.catalogue': 'a hash of EVENTS.json',
  'SoftwareStarted.policy.calls[].*': 'words of the program',
  'SoftwareStarted.policy.rules[].rule': 'a word of the program',
  'SoftwareStarted.features[]': 'words of the program, of which the operator chooses',
  'SoftwareStarted.timeZone': 'a name of the database of time zones, which the operator chooses',
  'OperatorActed.about': 'ids and numbers of what the operator did',
  'LogAccepted.*.position': 'a number',
  'LogAccepted.*.root': 'a hash over records',
  'NotificationPreferencesChanged.*.quiet_hours.*': 'a time of day, as the contract has it',
  'FolderCreated.categoryKey': 'a word of the program: of the folders that it makes by itself',
  'FileUploaded.mimeType': 'one of a list: that of the extension, whatever a caller says',
  'AccessRefused.routes[]': 'the call as the contract writes it, without what was asked',
  'AccessRefused.resources[].type': 'a word of the program',
  'AlarmRaised.since': 'a time that the program took',
};
const IS_ID = /(^|\.)(\w*Id|\w*Ids\[\]|id)$/;
/** Ids by another name. */
const IDS: readonly string[] = [
  ...['UserRoleChanged.firmId.*', 'UserRoleChanged.assignmentsEnded[]', 'UserDeleted.assignmentsEnded[]'],
  ...['UserMembershipChanged.clientIds.*[]', 'LetterSent.cause', 'ClientsPinned.*[]', 'Folder*.deletion'],
  ...['File*.deletion', 'BulkStarted.items[].deletion', 'AllNotificationsRead.upTo', 'File*.from.folderId'],
];

const isOf = (pattern: string) => {
  const [first, ...others] = pattern.split('*').map((part) => part.replace(/[.[\]]/g, '\\$&'));
  return new RegExp(`^${[first, ...others].join('\\w*')}$`);
};

/** The places of texts that stand in clear and may be anything. */
const clearTexts = (schema: Schema, place: string): string[] => {
  if (schema['x-personal'] || schema['enum'] || schema['const'] !== undefined) return [];
  const { type, properties = {}, items, additionalProperties, anyOf = [] } = schema;
  const isAnything = type === undefined && anyOf.length === 0;
  return [
    ...(isAnything || [type].flat().includes('string') ? [place] : []),
    ...anyOf.flatMap((each) => clearTexts(each, place)),
    ...Object.entries(properties).flatMap(([name, inner]) => clearTexts(inner, `${place}.${name}`)),
    ...(items ? clearTexts(items, `${place}[]`) : []),
    ...(typeof additionalProperties === 'object'
      ? [`${place}.{name}`, ...clearTexts(additionalProperties, place)]
      : []),
  ];
};

const all = Object.values(eventSchemas()).flatMap((types) =>
  Object.entries(types as Record<string, { readonly data: Schema }>).flatMap(([type, { data }]) =>
    clearTexts(data, type),
  ),
);

describe('what of an event stands in clear for ever', () => {
  it('is an id, one of a few words, a number, or a text that nobody can choose', () => {
    const known = [...Object.keys(TEXTS), ...IDS].map(isOf);
    expect(all.filter((place) => !IS_ID.test(place) && !known.some((each) => each.test(place)))).toEqual([]);
    expect(all.length).toBeGreaterThan(100);
  });

  it.each([...Object.keys(TEXTS), ...IDS])('and there is a %s', (pattern) =>
    expect(all.filter((place) => isOf(pattern).test(place))).not.toEqual([]),
  );
});
