import { t as __name } from './rolldown-runtime-BowF1xt-.js';
import { refuse } from './kernel.js';
import { c as nameKey, r as FILE_LIMITS, s as freeName, t as DriveEvents } from './drive.events-CAidgZNQ.js';
// libs/domain/files/accounting-structure.ts
const folder = (key, name, inside = []) => ({
  key,
  name,
  inside,
});
const MONTHS = [
  ...['Ianuarie', 'Februarie', 'Martie', 'Aprilie', 'Mai', 'Iunie'],
  ...['Iulie', 'August', 'Septembrie', 'Octombrie', 'Noiembrie', 'Decembrie'],
];
const PERMANENT = folder('dosar_permanent', '00 Dosar permanent', [
  folder('acte_constitutive', '01 Acte constitutive și ONRC'),
  folder('certificat_fiscal', '02 Certificat fiscal și vector fiscal'),
  folder('imputerniciri', '03 Împuterniciri SPV și certificate digitale'),
  folder('contract_contabilitate', '04 Contract contabilitate și GDPR'),
  folder('contracte_comerciale', '05 Contracte comerciale'),
  folder('sediu', '06 Sediu și chirii'),
  folder('credite', '07 Credite, leasing și scadențare'),
  folder('mijloace_fixe', '08 Mijloace fixe'),
  folder('personal', '09 Personal (acces restrâns)'),
  folder('hotarari', '10 Hotărâri AGA și decizii'),
  folder('inventar', '11 Inventar și proceduri'),
]);
const MONTH = [
  folder('facturi_emise', '01 Facturi emise'),
  folder('facturi_primite', '02 Facturi primite'),
  folder('bonuri', '03 Bonuri fiscale și chitanțe'),
  folder('extrase', '04 Extrase bancare'),
  folder('casa', '05 Casă și rapoarte Z'),
  folder('deconturi', '06 Deconturi și deplasări'),
  folder('salarizare', '07 Salarizare', [
    folder('pontaje', 'Pontaje'),
    folder('concedii', 'Concedii'),
    folder('state_plata', 'State de plată'),
    folder('fluturasi', 'Fluturași'),
  ]),
  folder('stocuri', '08 Stocuri (NIR, avize, bonuri de consum)'),
  folder('intracomunitar', '09 Import, export și intracomunitar'),
  folder('contracte_luna', '10 Contracte și acte noi'),
  folder('declaratii', '11 Declarații și recipise'),
  folder('balanta', '12 Balanță și rapoarte'),
  folder('obligatii', '13 Obligații de plată'),
  folder('anaf', '14 Corespondență ANAF (SPV)'),
  folder('diverse', '99 Diverse'),
];
const ANNUAL = [
  folder('situatii_financiare', '01 Situații financiare'),
  folder('declaratii_anuale', '02 Declarații anuale'),
  folder('inventariere', '03 Inventariere'),
  folder('registre', '04 Registre contabile'),
  folder('saft', '05 SAF-T (D406)'),
  folder('control_fiscal', '06 Control fiscal'),
];
const twoDigits = (number) => String(number).padStart(2, '0');
const monthKey = (year, month) => `luna_${year}-${twoDigits(month)}`;
/** The folders that an accountant and a client share: what lasts, and one year by months. */
const accountingStructure = (year) => [
  PERMANENT,
  folder(`an_${year}`, String(year), [
    ...MONTHS.map((name, at) => folder(monthKey(year, at + 1), `${year}-${twoDigits(at + 1)} ${name}`, MONTH)),
    folder(`anual_${year}`, `${year} Anual`, ANNUAL),
  ]),
];
// libs/domain/files/drive-nodes.ts
const emptyDrive = () => ({
  nodes: /* @__PURE__ */ new Map(),
  inside: /* @__PURE__ */ new Map(),
  names: /* @__PURE__ */ new Map(),
  used: 0,
});
const at = (parentId) => parentId ?? '';
/** Puts a node in its place, and takes it out of the one it had. For `evolve` alone. */
const place$1 = /* @__PURE__ */ __name((drive, node) => {
  const former = drive.nodes.get(node.id);
  if (former) {
    drive.inside.get(at(former.parentId))?.delete(former.id);
    if (former.deletion === null) drive.names.get(at(former.parentId))?.delete(nameKey(former.name));
  }
  drive.nodes.set(node.id, node);
  const inside = drive.inside.get(at(node.parentId)) ?? /* @__PURE__ */ new Set();
  const names = drive.names.get(at(node.parentId)) ?? /* @__PURE__ */ new Map();
  drive.inside.set(at(node.parentId), inside.add(node.id));
  drive.names.set(at(node.parentId), node.deletion === null ? names.set(nameKey(node.name), node.id) : names);
}, 'place');
const folderOf = (drive, id) => {
  const node = id === null ? null : drive.nodes.get(id);
  return node?.type === 'folder' && node.deletion === null ? node : null;
};
/** Whether something can be put there: the root, or a folder that was not deleted. */
const isPlace = (drive, folderId) => folderId === null || folderOf(drive, folderId) !== null;
const holderOf = (drive, folderId, name) => drive.names.get(at(folderId))?.get(nameKey(name)) ?? null;
const childrenOf = (drive, folderId) => [...(drive.inside.get(at(folderId)) ?? [])].map((id) => drive.nodes.get(id));
/** `/2026/2026-01 Ianuarie`; the root is `/`. */
const pathOf = (drive, folderId) => {
  let path = '';
  for (let id = folderId; id !== null;) {
    const node = drive.nodes.get(id);
    if (!node) break;
    path = `/${node.name}${path}`;
    id = node.parentId;
  }
  return path || '/';
};
/** What is below a folder and passes the test, contents before their folder. */
const below = (drive, folderId, test) => {
  const found = [];
  const open = childrenOf(drive, folderId).map((node) => ({
    node,
    seen: false,
  }));
  while (open.length > 0) {
    const { node, seen } = open.pop();
    if (!test(node)) continue;
    if (seen || node.type === 'file') {
      found.push(node);
      continue;
    }
    open.push(
      {
        node,
        seen: true,
      },
      ...childrenOf(drive, node.id).map((child) => ({
        node: child,
        seen: false,
      })),
    );
  }
  return found;
};
/** Whether the folder `inner` is the folder `outer`, or somewhere below it. */
const isWithin = (drive, inner, outer) => {
  for (let id = inner; id !== null; id = drive.nodes.get(id)?.parentId ?? null) if (id === outer) return true;
  return false;
};
/** What the accountant has begun to work on is closed to the client's users. */
const isLocked = (node) => node.type === 'file' && node.processState !== 'new';
const saveDrive = ({ nodes, used }) => ({
  nodes: [...nodes.values()],
  used,
});
const loadDrive = (saved) => {
  const drive = emptyDrive();
  const { nodes, used } = saved;
  for (const node of nodes) place$1(drive, node);
  drive.used = used;
  return drive;
};
// libs/domain/files/drive-plans.ts
/** A drive with changes of names that are planned and not yet made. */
const withPlans = (drive) => {
  const planned = /* @__PURE__ */ new Map();
  const slot = (folderId, name) => `${folderId ?? ''}/${nameKey(name)}`;
  const holder = (folderId, name) => {
    const found = planned.get(slot(folderId, name));
    return found === void 0 ? holderOf(drive, folderId, name) : found;
  };
  return {
    holder,
    isTaken: (folderId, name) => holder(folderId, name) !== null,
    take: (folderId, name, id) => planned.set(slot(folderId, name), id),
    free: (folderId, name) => planned.set(slot(folderId, name), null),
  };
};
const eventOf = {
  moved: (node, from, to) =>
    node.type === 'file'
      ? {
          type: 'FileMoved',
          data: {
            fileId: node.id,
            name: node.name,
            from,
            to,
          },
        }
      : {
          type: 'FolderMoved',
          data: {
            folderId: node.id,
            name: node.name,
            from,
            to,
          },
        },
  deleted: (node, path, deletion) =>
    node.type === 'file'
      ? {
          type: 'FileDeleted',
          data: {
            fileId: node.id,
            folderId: node.parentId,
            path,
            name: node.name,
            deletion,
          },
        }
      : {
          type: 'FolderDeleted',
          data: {
            folderId: node.id,
            parentId: node.parentId,
            path,
            name: node.name,
            deletion,
          },
        },
  restored: (node, path, to) =>
    node.type === 'file'
      ? {
          type: 'FileRestored',
          data: {
            fileId: node.id,
            folderId: node.parentId,
            path,
            from: node.name,
            to,
            deletion: node.deletion,
          },
        }
      : {
          type: 'FolderRestored',
          data: {
            folderId: node.id,
            parentId: node.parentId,
            path,
            from: node.name,
            to,
            deletion: node.deletion,
          },
        },
};
const place = (drive, folderId) => ({
  folderId,
  path: pathOf(drive, folderId),
});
const holdsLocked = (drive, node) =>
  isLocked(node) ||
  (node.type === 'folder' && below(drive, node.id, ({ deletion }) => deletion === null).some(isLocked));
/** Whether this may be changed at all: it is there, and not closed to the one who asks. */
const barrier = (drive, id, { mindsLocks }) => {
  const node = drive.nodes.get(id);
  if (node.deletion !== null)
    return {
      id,
      refused: 'drive/unknown',
    };
  return mindsLocks && holdsLocked(drive, node)
    ? {
        id,
        refused: 'drive/locked',
      }
    : null;
};
const planMove = (drive, ids, targetId, terms) => {
  const [events, refusals] = [[], []];
  const names = withPlans(drive);
  const to = place(drive, targetId);
  for (const id of ids) {
    const node = drive.nodes.get(id);
    const closed = barrier(drive, id, terms);
    if (closed) refusals.push(closed);
    else if (node.parentId === targetId) continue;
    else if (node.type === 'folder' && isWithin(drive, targetId, id))
      refusals.push({
        id,
        refused: 'drive/cycle',
      });
    else if (names.isTaken(targetId, node.name))
      refusals.push({
        id,
        refused: 'drive/name-taken',
      });
    else {
      names.free(node.parentId, node.name);
      names.take(targetId, node.name, id);
      events.push(eventOf.moved(node, place(drive, node.parentId), to));
    }
  }
  return {
    events,
    refusals,
  };
};
/** Deletes contents before their folder, so that a plan that is longer than one append can be gone on with. */
const planDelete = (drive, ids, deletion, terms) => {
  const [events, refusals] = [[], []];
  const gone = /* @__PURE__ */ new Set();
  for (const id of ids) {
    const node = drive.nodes.get(id);
    if (node.deletion === deletion || gone.has(id)) continue;
    const closed = barrier(drive, id, terms);
    if (closed) {
      refusals.push(closed);
      continue;
    }
    const contents = node.type === 'folder' ? below(drive, id, (each) => each.deletion === null) : [];
    for (const each of [...contents, node]) {
      if (gone.has(each.id)) continue;
      gone.add(each.id);
      if (events.length < terms.limit) events.push(eventOf.deleted(each, pathOf(drive, each.parentId), deletion));
    }
  }
  return {
    events,
    refusals,
  };
};
/**
 * Restores things with all that was deleted together with them, parents before what is in them. A deleted parent is
 * restored, too; a name that was taken meanwhile becomes `name (1)`.
 */
const planRestore = (drive, items, terms) => {
  const events = [];
  const names = withPlans(drive);
  const back = /* @__PURE__ */ new Set();
  const restore = (node) => {
    if (node.deletion === null || back.has(node.id) || events.length >= terms.limit) return;
    const to = freeName(node.name, (key) => names.isTaken(node.parentId, key));
    names.take(node.parentId, to, node.id);
    back.add(node.id);
    events.push(eventOf.restored(node, pathOf(drive, node.parentId), to));
  };
  const parentsOf = (node) => {
    const parents = [];
    for (let id = node.parentId; id !== null; id = parents[0].parentId) parents.unshift(drive.nodes.get(id));
    return parents;
  };
  for (const { id, deletion } of items) {
    if (deletion === null) continue;
    const node = drive.nodes.get(id);
    const together = (each) => each.deletion === deletion || (each.type === 'folder' && each.deletion === null);
    const due = [node, ...(node.type === 'folder' ? below(drive, id, together).reverse() : [])].filter(
      (each) => each.deletion === deletion,
    );
    if (due.length === 0) continue;
    for (const each of [...parentsOf(node), ...due]) restore(each);
  }
  return {
    events,
    refusals: [],
  };
};
const planStates = (drive, ids, change) => {
  const [events, refusals] = [[], []];
  for (const id of ids) {
    const node = drive.nodes.get(id);
    if (node.type !== 'file' || node.deletion !== null) {
      refusals.push({
        id,
        refused: 'drive/unknown',
      });
      continue;
    }
    const { processState = node.processState, accountingStatus = node.accountingStatus } = change;
    if (!TRANSITIONS[node.processState].includes(processState)) {
      refusals.push({
        id,
        refused: 'drive/transition',
      });
      continue;
    }
    const about = {
      fileId: id,
      folderId: node.parentId,
      path: pathOf(drive, node.parentId),
      name: node.name,
    };
    if (processState !== node.processState)
      events.push({
        type: 'FileProcessStateChanged',
        data: {
          ...about,
          from: node.processState,
          to: processState,
        },
      });
    if (accountingStatus !== node.accountingStatus)
      events.push({
        type: 'FileAccountingStatusChanged',
        data: {
          ...about,
          from: node.accountingStatus,
          to: accountingStatus,
        },
      });
  }
  return {
    events,
    refusals,
  };
};
const TRANSITIONS = {
  new: ['new', 'processing', 'processed'],
  processing: ['new', 'processing', 'processed'],
  processed: ['processing', 'processed'],
};
// libs/domain/files/structure-plan.ts
/**
 * What is missing of a structure below a folder, as much of it as one append may take. A folder is known by its key;
 * one that was deleted is restored; one of that name that somebody made by hand counts as the folder.
 */
const planStructure = (drive, parentId, structure, idFor, limit) => {
  const events = [];
  const find = (parent, { key, name }) => {
    if (parent.id !== '' && parent.node === null) return null;
    const folders = childrenOf(drive, parent.id === '' ? null : parent.id).filter((node) => node.type === 'folder');
    const byKey = folders.filter(({ categoryKey }) => categoryKey === key);
    const there = byKey.find(({ deletion }) => deletion === null) ?? byKey[0];
    if (there) return there;
    return folders.find(({ id }) => id === holderOf(drive, parent.id === '' ? null : parent.id, name)) ?? null;
  };
  const walk = (parent, path, wanted, place) => {
    for (const folder of wanted) {
      if (events.length >= limit) return;
      const folderId = parent.id === '' ? null : parent.id;
      const node = find(parent, folder);
      const id = node?.id ?? idFor(`${place}/${folder.key}`);
      const isNew = parent.id !== '' && parent.node === null;
      const wantedName = node?.name ?? folder.name;
      const name =
        (node !== null && node.deletion === null) || isNew
          ? wantedName
          : freeName(wantedName, (key) => holderOf(drive, folderId, key) !== null);
      if (!node)
        events.push({
          type: 'FolderCreated',
          data: {
            folderId: id,
            parentId: folderId,
            path,
            name,
            categoryKey: folder.key,
          },
        });
      else if (node.deletion !== null)
        events.push({
          type: 'FolderRestored',
          data: {
            folderId: id,
            parentId: folderId,
            path,
            from: node.name,
            to: name,
            deletion: node.deletion,
          },
        });
      walk(
        {
          id,
          node,
        },
        path === '/' ? `/${name}` : `${path}/${name}`,
        folder.inside,
        `${place}/${folder.key}`,
      );
    }
  };
  walk(
    {
      id: parentId ?? '',
      node: parentId === null ? null : drive.nodes.get(parentId),
    },
    pathOf(drive, parentId),
    structure,
    '',
  );
  return events;
};
// libs/domain/files/drive.decider.ts
const termsOf = ({ actor }) => ({
  mindsLocks: actor.role === 'user',
  limit: FILE_LIMITS.batch,
});
/** A selection is taken as a whole: one id that is not of this drive, and nothing is done. */
const ofThis = (drive, ids, plan) =>
  ids.every((id) => drive.nodes.has(id)) ? plan() : refuse('drive/invalid-selection');
/** Everything that one client keeps is decided on one stream, so names, cycles and whole batches are plain questions. */
const drive = {
  events: DriveEvents,
  initial: emptyDrive,
  decide: {
    CreateFolder: ({ folderId, parentId, name }, state) => {
      if (state.nodes.has(folderId)) return [];
      if (!isPlace(state, parentId)) return refuse('drive/unknown');
      if (holderOf(state, parentId, name)) return refuse('drive/name-taken');
      return [
        {
          type: 'FolderCreated',
          data: {
            folderId,
            parentId,
            path: pathOf(state, parentId),
            name,
            categoryKey: null,
          },
        },
      ];
    },
    RenameFolder: ({ folderId, name }, state) => {
      const folder = folderOf(state, folderId);
      if (!folder) return refuse('drive/unknown');
      if (folder.name === name) return [];
      if (isTakenFor(state, folder, name)) return refuse('drive/name-taken');
      const { parentId } = folder;
      return [
        {
          type: 'FolderRenamed',
          data: {
            folderId,
            parentId,
            path: pathOf(state, parentId),
            from: folder.name,
            to: name,
          },
        },
      ];
    },
    UploadFile: ({ fileId, folderId, name, quota, ...content }, state) => {
      if (state.nodes.has(fileId)) return [];
      if (!isPlace(state, folderId)) return refuse('drive/unknown');
      if (quota > 0 && state.used + content.size > quota) return refuse('drive/quota');
      const free = freeName(name, (key) => holderOf(state, folderId, key) !== null);
      return [
        {
          type: 'FileUploaded',
          data: {
            fileId,
            folderId,
            path: pathOf(state, folderId),
            name: free,
            version: 1,
            ...content,
          },
        },
      ];
    },
    RenameFile: ({ fileId, name }, state, facts) => {
      const file = state.nodes.get(fileId);
      if (file?.type !== 'file' || file.deletion !== null) return refuse('drive/unknown');
      if (termsOf(facts).mindsLocks && isLocked(file)) return refuse('drive/locked');
      if (file.name === name) return [];
      if (isTakenFor(state, file, name)) return refuse('drive/name-taken');
      const { parentId } = file;
      return [
        {
          type: 'FileRenamed',
          data: {
            fileId,
            folderId: parentId,
            path: pathOf(state, parentId),
            from: file.name,
            to: name,
          },
        },
      ];
    },
    MoveItems: ({ ids, targetId }, state, facts) =>
      isPlace(state, targetId)
        ? ofThis(state, ids, () => planMove(state, ids, targetId, termsOf(facts)))
        : refuse('drive/invalid-selection'),
    DeleteItems: ({ ids, deletion }, state, facts) =>
      ofThis(state, ids, () => planDelete(state, ids, deletion, termsOf(facts))),
    RestoreItems: ({ items }, state, facts) =>
      ofThis(
        state,
        items.map(({ id }) => id),
        () => planRestore(state, items, termsOf(facts)),
      ),
    ChangeStates: ({ ids, ...change }, state) => ofThis(state, ids, () => planStates(state, ids, change)),
    CreateStructure: ({ parentId, year }, state, facts) =>
      isPlace(state, parentId)
        ? planStructure(state, parentId, accountingStructure(year), facts.idFor, termsOf(facts).limit)
        : refuse('drive/unknown'),
  },
  evolve: {
    FolderCreated: ({ folderId, parentId, name, categoryKey }, state) =>
      put(state, {
        type: 'folder',
        id: folderId,
        parentId,
        name: name ?? folderId,
        deletion: null,
        categoryKey,
      }),
    FolderRenamed: ({ folderId, to }, state) => change(state, folderId, { name: to ?? folderId }),
    FolderMoved: ({ folderId, to }, state) => change(state, folderId, { parentId: to.folderId }),
    FolderDeleted: ({ folderId, deletion }, state) => change(state, folderId, { deletion }),
    FolderRestored: ({ folderId, to }, state) =>
      change(state, folderId, {
        deletion: null,
        name: to ?? folderId,
      }),
    FileUploaded: ({ fileId, folderId, name, size }, state) => {
      state.used += size;
      return put(state, {
        type: 'file',
        id: fileId,
        parentId: folderId,
        name: name ?? fileId,
        deletion: null,
        size,
        processState: 'new',
        accountingStatus: null,
      });
    },
    FileRenamed: ({ fileId, to }, state) => change(state, fileId, { name: to ?? fileId }),
    FileMoved: ({ fileId, to }, state) => change(state, fileId, { parentId: to.folderId }),
    FileDeleted: ({ fileId, deletion }, state) => change(state, fileId, { deletion }),
    FileRestored: ({ fileId, to }, state) =>
      change(state, fileId, {
        deletion: null,
        name: to ?? fileId,
      }),
    FileProcessStateChanged: ({ fileId, to }, state) => change(state, fileId, { processState: to }),
    FileAccountingStatusChanged: ({ fileId, to }, state) => change(state, fileId, { accountingStatus: to }),
  },
  snapshot: {
    version: 1,
    save: saveDrive,
    load: loadDrive,
  },
};
/** A thing may take another form of its own name. */
const isTakenFor = (state, node, name) => {
  const holder = holderOf(state, node.parentId, name);
  return holder !== null && holder !== node.id;
};
const put = (state, node) => {
  place$1(state, node);
  return state;
};
const change = (state, id, how) =>
  put(state, {
    ...state.nodes.get(id),
    ...how,
  });
export { drive };

//# sourceMappingURL=drive.js.map
