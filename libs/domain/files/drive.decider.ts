import { ofClient, refuse, yearOf, type Decider, type Facts, type Message } from '@dosar/kernel';
import { bytesOf, type ClientId } from '@dosar/contracts';
import { accountingStructure } from './accounting-structure';
import { DriveEvents, type DriveEvent } from './drive.events';
import {
  changedNode,
  emptyDrive,
  fileOf,
  folderOf,
  holderOf,
  isInFirms,
  isPlace,
  isTakenFor,
  NOTHING_SAID,
  placed,
  saidWith,
  weighDrive,
  type Drive,
} from './drive-nodes';
import { planArranging, type Arranging } from './plans/arranging-plan';
import { planCopy, type Copying } from './drive-copies';
import { NOTHING_RECORDED, planFields, planFilling, planTags, type SayingCommand } from './fields/drive-fields';
import { loadDrive, saveDrive } from './drive-snapshot';
import { hasRoomFor, isTooDeep, reachOf, reachOfNew, reachOfStructure, ITEMS_AT_ONCE } from './drive-limits';
import { planDelete, planMove, planRestore, type ItemRefused, type Plan, type Terms } from './drive-plans';
import { planReturns, type Returning } from './undo/drive-returns';
import { closedToClients } from './drive-subtree';
import { planCarrying, type Carrying } from './drive-years';
import { planUpload, type Upload } from './drive-uploads';
import { planStates, type StatesChange } from './plans/states-plan';
import { foldersOf, planStructure, structureIn } from './plans/structure-plan';
import { planUnpacking, type Unpacking } from './plans/unpack-plan';

export type DriveCommand =
  | Message<'CreateFolder', { readonly folderId: string; readonly parentId: string | null; readonly name: string }>
  | Message<'RenameFolder', { readonly folderId: string; readonly name: string }>
  | Message<'UploadFile', Upload>
  | Message<'RenameFile', { readonly fileId: string; readonly name: string }>
  | Message<'AddNote', { readonly fileId: string; readonly noteId: string; readonly text: string }>
  | SayingCommand
  | Message<'RetryReading', { readonly fileId: string }>
  | Message<'MoveItems', { readonly ids: readonly string[]; readonly targetId: string | null }>
  | Message<'CopyItems', Copying>
  | Message<'DeleteItems', { readonly ids: readonly string[]; readonly deletion: string }>
  | Message<'RestoreItems', { readonly items: readonly { readonly id: string; readonly deletion: string | null }[] }>
  | Message<'ChangeStates', StatesChange & { readonly ids: readonly string[] }>
  | Message<'ReturnItems', Returning>
  | Message<'CarryItems', Carrying>
  | Message<'UnpackArchive', Unpacking>
  | Message<'ArrangePages', Arranging>
  | Message<'CreateStructure', { readonly parentId: string | null; readonly year: number }>;

export type DriveRefusal = ItemRefused | 'drive/invalid-selection';
const termsOf = ({ actor, now }: Facts): Terms => ({
  isClients: actor.role === 'user',
  limit: ITEMS_AT_ONCE,
  year: yearOf(now),
});

/** A selection is refused as a whole when one of its ids is not of this drive. */
const ofThis = (
  drive: Drive,
  ids: readonly string[],
  plan: () => Plan,
): Plan | ReturnType<typeof refuse<'drive/invalid-selection'>> =>
  ids.every((id) => drive.nodes.has(id)) ? plan() : refuse('drive/invalid-selection');

/** One stream has everything of a client: equal names, cycles and batches are decided there. */
export const drive: Decider<Drive, DriveCommand, DriveEvent, DriveRefusal, ClientId> = {
  events: DriveEvents,
  initial: emptyDrive,

  decide: {
    CreateFolder: ({ folderId, parentId, name }, state, facts) => {
      if (state.nodes.has(folderId)) return [];
      if (!isPlace(state, parentId)) return refuse('drive/unknown');
      if (isClosed(state, parentId, facts)) return refuse('drive/firm-only');
      if (isTooDeep(state, parentId, reachOfNew(name))) return refuse('drive/too-deep');
      if (holderOf(state, parentId, name)) return refuse('drive/name-taken');
      if (!hasRoomFor(state, 1)) return refuse('drive/quota');
      return [
        {
          type: 'FolderCreated',
          data: { folderId, year: yearOf(facts.now), parentId, name, categoryKey: null },
        },
      ];
    },

    RenameFolder: ({ folderId, name }, state, facts) => {
      const folder = folderOf(state, folderId);
      if (!folder) return refuse('drive/unknown');
      const closed = termsOf(facts).isClients ? closedToClients(state, folder) : null;
      if (closed) return refuse(closed);
      if (folder.name === name) return [];
      if (isTakenFor(state, folder, name)) return refuse('drive/name-taken');
      const { parentId } = folder;
      const isLonger = bytesOf(name) > bytesOf(folder.name);
      if (isLonger && isTooDeep(state, parentId, reachOf(state, folderId, name))) return refuse('drive/too-deep');
      return [
        {
          type: 'FolderRenamed',
          data: { folderId, year: folder.year, parentId, from: folder.name, to: name },
        },
      ];
    },

    UploadFile: (upload, state, facts) => planUpload(state, upload, termsOf(facts)),

    RenameFile: ({ fileId, name }, state, facts) => {
      const file = fileOf(state, fileId);
      if (!file) return refuse('drive/unknown');
      const closed = termsOf(facts).isClients ? closedToClients(state, file) : null;
      if (closed) return refuse(closed);
      if (file.name === name) return [];
      if (isTakenFor(state, file, name)) return refuse('drive/name-taken');
      const { parentId } = file;
      return [
        {
          type: 'FileRenamed',
          data: { fileId, year: file.year, folderId: parentId, from: file.name, to: name },
        },
      ];
    },

    AddNote: ({ fileId, noteId, text }, state) => {
      if (state.notes.has(noteId)) return [];
      const file = fileOf(state, fileId);
      if (!file) return refuse('drive/unknown');
      const { parentId: folderId, name, year } = file;
      return [{ type: 'FileNoteAdded', data: { fileId, year, folderId, name, noteId, text } }];
    },

    ChangeFields: (changed, state) => planFields(state, changed),
    FillFields: (filled, state) => planFilling(state, filled),
    ChangeTags: (tagged, state) => planTags(state, tagged),

    RetryReading: ({ fileId }, state) => {
      const file = fileOf(state, fileId);
      if (!file) return refuse('drive/unknown');
      const { parentId: folderId, year, name } = file;
      return [{ type: 'FileReadingRetried', data: { fileId, year, folderId, name } }];
    },

    MoveItems: ({ ids, targetId }, state, facts) =>
      isPlace(state, targetId)
        ? ofThis(state, ids, () => planMove(state, ids, targetId, termsOf(facts)))
        : refuse('drive/invalid-selection'),
    CopyItems: (copying, state, facts) =>
      isPlace(state, copying.targetId)
        ? ofThis(state, copying.ids, () => planCopy(state, copying, termsOf(facts)))
        : refuse('drive/invalid-selection'),
    DeleteItems: ({ ids, deletion }, state, facts) =>
      ofThis(state, ids, () => planDelete(state, ids, deletion, termsOf(facts))),
    RestoreItems: ({ items }, state, facts) =>
      ofThis(
        state,
        items.map(({ id }) => id),
        () => planRestore(state, items, termsOf(facts)),
      ),
    ChangeStates: ({ ids, ...change }, state, facts) =>
      ofThis(state, ids, () => planStates(state, ids, change, termsOf(facts))),

    ReturnItems: (asked, state, facts) => planReturns(state, asked, termsOf(facts)),

    CarryItems: (carrying, state, facts) =>
      ofThis(
        state,
        carrying.items.map(({ id }) => id),
        () => ({ events: planCarrying(state, carrying, termsOf(facts)), refusals: [] }),
      ),

    UnpackArchive: (unpacking, state, facts) => planUnpacking(state, unpacking, termsOf(facts)),
    ArrangePages: (arranging, state, facts) => planArranging(state, arranging, termsOf(facts)),

    CreateStructure: ({ parentId, year }, state, facts) => {
      const structure = accountingStructure(year);
      if (!isPlace(state, parentId)) return refuse('drive/unknown');
      if (isClosed(state, parentId, facts)) return refuse('drive/firm-only');
      if (isTooDeep(state, parentId, reachOfStructure(structure))) return refuse('drive/too-deep');
      const missing = foldersOf(structure) - structureIn(state, parentId, structure).length;
      if (!hasRoomFor(state, missing)) return refuse('drive/quota');
      return planStructure(state, parentId, structure, { idFor: facts.idFor, ...termsOf(facts) });
    },
  },

  evolve: {
    FolderCreated: ({ folderId, year, parentId, name, categoryKey }, state) =>
      placed(state, {
        type: 'folder',
        id: folderId,
        year,
        parentId,
        name: name ?? folderId,
        deletion: null,
        categoryKey,
      }),
    FolderRenamed: ({ folderId, to }, state) => changedNode(state, folderId, { name: to ?? folderId }),
    FolderMoved: ({ folderId, to }, state) => changedNode(state, folderId, { parentId: to.folderId }),
    FolderDeleted: ({ folderId, deletion }, state) => changedNode(state, folderId, { deletion }),
    FolderRestored: ({ folderId, to }, state) => changedNode(state, folderId, { deletion: null, name: to ?? folderId }),

    FolderCarried: ({ folderId, year, name }, state) => changedNode(state, folderId, { year, name: name ?? folderId }),
    FileCarried: ({ fileId, year, name, fields, tags }, state) =>
      saidWith(changedNode(state, fileId, { year, name: name ?? fileId }), fileId, { fields, tags: tags ?? [] }),

    FileUploaded: ({ fileId, year, folderId, name, size }, state) => {
      state.used += size;
      return placed(state, {
        type: 'file',
        id: fileId,
        year,
        parentId: folderId,
        name: name ?? fileId,
        deletion: null,
        size,
        processState: 'new',
        accountingStatus: null,
        said: NOTHING_SAID,
      });
    },
    FileRenamed: ({ fileId, to }, state) => changedNode(state, fileId, { name: to ?? fileId }),
    FileMoved: ({ fileId, to }, state) => changedNode(state, fileId, { parentId: to.folderId }),
    FileDeleted: ({ fileId, deletion }, state) => changedNode(state, fileId, { deletion }),
    FileRestored: ({ fileId, to }, state) => changedNode(state, fileId, { deletion: null, name: to ?? fileId }),
    FileNoteAdded: ({ noteId }, state) => {
      state.notes.add(noteId);
      return state;
    },
    FileNoteCarried: (_, state) => state,
    FileReadingRetried: (_, state) => state,
    FileProcessStateChanged: ({ fileId, to }, state) => changedNode(state, fileId, { processState: to }),
    FileAccountingStatusChanged: ({ fileId, to }, state) => changedNode(state, fileId, { accountingStatus: to }),
    FileFieldsChanged: ({ fileId, to }, state) => saidWith(state, fileId, { fields: to ?? NOTHING_RECORDED }),
    FileTagsChanged: ({ fileId, to }, state) => saidWith(state, fileId, { tags: to ?? [] }),
  },

  belongsTo: ofClient,
  weigh: weighDrive,
  snapshot: { version: 7, save: saveDrive, load: loadDrive },
};

/** Whether a client's user asks for a place in the firm's folders. */
const isClosed = (state: Drive, folderId: string | null, facts: Facts): boolean =>
  termsOf(facts).isClients && isInFirms(state, folderId);
