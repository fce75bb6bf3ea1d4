import { useTranslation } from 'react-i18next';
import { beginningOf, type Deed } from '@dosar/contracts';
import { countOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { subjectOf, useEventText } from '../event-text';
import type { deedsRo } from './ro';

/** Stands in a sentence where its thing is: no name can have it. */
const PLACE = '\u0001';
/** So much of what somebody wrote is shown in a sentence. */
const EXCERPT = 90;

type DeedKey = `deeds.${keyof (typeof deedsRo)['deeds']}`;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const excerpt = (text: string): string => beginningOf(text, EXCERPT);

/** What was done to files and folders alike: `FileDeleted` and `FolderDeleted` are one thing to people. */
const OF_FILES = /^(File|Folder)(?=[A-Z])/;

/** Of how many things a deed is, of the kind that its telling event is about, and whether all of them are files. */
export const thingsIn = ({ event: { event_type: type }, counts }: Deed): { count: number; isFiles: boolean } => {
  const verb = type.replace(OF_FILES, '');
  const same = counts.filter((each) =>
    OF_FILES.test(type)
      ? OF_FILES.test(each.event_type) && each.event_type.replace(OF_FILES, '') === verb
      : each.event_type === type,
  );
  return {
    count: same.reduce((sum, each) => sum + each.count, 0),
    isFiles: same.every(({ event_type }) => event_type.startsWith('File')),
  };
};

/** The last folder of a path; none at the root. */
const lastOf = (path: unknown): string | null => (isText(path) ? path.split('/').at(-1) || null : null);

/** What somebody did, in one sentence around what it was done to. */
export const useDeedText = () => {
  const { t, i18n } = useTranslation();
  const { language } = useStore(preferences);
  const { titleOf, changeIn, valueOf } = useEventText();

  /** What files and folders are called together: one by its name, many by their number and where they were. */
  const filesOf = (deed: Deed, name: string): string => {
    const { count, isFiles } = thingsIn(deed);
    const shown = countOf(count, language);
    const isFolder = deed.event.resource_type === 'folder';
    const first = isFolder ? t('deed.folder', { name }) : name;
    if (count <= 1) return first;
    if (isFolder) return t('deed.andMore', { name: first, count: count - 1, shown: countOf(count - 1, language) });
    const things = isFiles ? t('deed.files', { count, shown }) : t('deed.items', { count, shown });
    const { from, folder_path } = deed.event.details;
    const place = lastOf(folder_path ?? (from as { folder_path?: unknown } | undefined)?.folder_path);
    return place === null ? things : t('deed.from', { things, place });
  };

  const thingOf = (deed: Deed): string | null => {
    const { event, user } = deed;
    const { resource_type: type, resource_id: id, details } = event;
    if (type === 'user' && id === user?.id) return t('deed.own');
    if (isText(details['alarm'])) return [event.resource_name, valueOf(details['alarm'])].filter(isText).join(': ');
    const { query, emoji, to } = details;
    const said = event.event_type === 'MessageEdited' ? to : (query ?? emoji);
    const name = [said, subjectOf(event), type === 'conversation' ? event.client_name : null].find(isText);
    if (type === 'file' || type === 'folder') return filesOf(deed, name ?? t('names.erased'));
    return name === undefined ? null : excerpt(name);
  };

  /** The key of its sentence; of a type without one it is said what happened. */
  const keyOf = ({ event: { event_type: type, details } }: Deed, thing: string | null): DeedKey => {
    const isTaken = type === 'FileAccountingStatusChanged' && details['to'] === null;
    const key = `deeds.${isTaken ? 'FileAccountingStatusTaken' : type}`;
    if (i18n.exists(key)) return key as DeedKey;
    return thing === null ? 'deeds.OtherAlone' : 'deeds.Other';
  };

  /** Whose it was, and what became of what, or what was tried. */
  const noteOf = (deed: Deed): string => {
    const { routes } = deed.event.details;
    const tried = Array.isArray(routes) ? routes.join(', ') : null;
    const change = thingsIn(deed).count === 1 ? changeIn(deed.event) : null;
    const whose = deed.event.resource_type === 'client' ? null : deed.client_name;
    return [whose, change, tried].filter(isText).join(' · ');
  };

  const sentenceOf = (deed: Deed): { readonly before: string; readonly thing: string; readonly after: string } => {
    const { event, user } = deed;
    const thing = thingOf(deed);
    const sentence = t(keyOf(deed, thing), {
      who: user ? (user.name ?? t('audit.erased')) : t('audit.system'),
      thing: PLACE,
      title: titleOf(event.event_type),
      state: valueOf(event.details['to']),
    });
    const [before = '', after = null] = sentence.split(PLACE);
    const resource = t(`resources.${event.resource_type as 'file'}`, { defaultValue: event.resource_type });
    return { before, thing: after === null ? '' : (thing ?? resource), after: after ?? '' };
  };
  return { sentenceOf, noteOf };
};
