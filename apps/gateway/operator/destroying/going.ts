import { client } from '@dosar/domain/identity/client.decider';
import { firm } from '@dosar/domain/identity/firm.decider';
import { user } from '@dosar/domain/identity/user.decider';
import { drive } from '@dosar/domain/files/drive.decider';
import type { Drive, Node } from '@dosar/domain/files/drive-nodes';
import { begunIn } from '@dosar/domain/files/drive-years';
import { dutyOf } from '@dosar/domain/files/retention';
import { messages } from '@dosar/domain/conversations/messages.projector';
import { dataKeys, keyNamed, type NamedKey, rowIn, yearOf } from '@dosar/kernel/runtime';
import type { Installation } from '../../platform/hosting/installation';

/** What is lost with a key, in sentences without names; why it may not be destroyed, null when it may. */
export type Going = {
  readonly lines: readonly string[];
  readonly refusal: string | null;
  /** Files whose bytes are removed, and existing things that could be carried over to this year. */
  readonly files: readonly string[];
  readonly living: readonly Node[];
};

type Asked = Pick<Installation, 'commandHandler' | 'ports'>;

/** How many ids of obstacles are listed. */
const SAID = 20;
const NOTHING = { files: [], living: [] } as const;
const PURPOSES = ['files', 'conversation', 'user', 'origin', 'searches', 'client', 'firm'] as const;

const idsOf = (nodes: readonly { readonly id: string }[]): string => {
  const more = nodes.length > SAID ? ` and ${nodes.length - SAID} more` : '';
  return `${nodes
    .slice(0, SAID)
    .map(({ id }) => id)
    .join(' ')}${more}`;
};

const lineOf = (node: Node): string =>
  `${node.type} ${node.id}${node.type === 'file' ? `, ${node.size} bytes` : ''}${node.deletion === null ? '' : ', deleted'}`;

/** What must be stored by law: how much, until when, and by which law. */
const dutyIn = (state: Drive, nodes: readonly Node[], today: string): string | null => {
  const kept = nodes.flatMap((node) => {
    const duty = node.type === 'file' ? dutyOf(state, node, today) : null;
    return duty && duty.until > today ? [{ id: node.id, ...duty }] : [];
  });
  const [first] = kept;
  if (!first) return null;
  const last = kept.reduce((latest, { until }) => (until > latest ? until : latest), first.until);
  return `${kept.length} papers are to be kept, the last of them until ${last} (${first.class}, ${first.basis}): ${idsOf(kept)}`;
};

const goneWithout = async ({ commandHandler }: Asked, id: string): Promise<boolean> =>
  (await commandHandler.state(client, id)).details === null;

const ofFiles = async (asked: Asked, { id, generation }: NamedKey, now: string): Promise<Going> => {
  const state = await asked.commandHandler.state(drive, id);
  const { living, deleted } = begunIn(state, generation);
  const isClientGone = await goneWithout(asked, id);
  const all = [...living, ...deleted];
  const duty = dutyIn(state, all, now.slice(0, 10));
  const isLiving = living.length > 0 && !isClientGone;
  const stays = isLiving
    ? `${living.length} folders and files that began in ${generation} are there: delete them, or carry them into this year with "carry": ${idsOf(living)}`
    : null;
  const isNow = generation >= yearOf(now) && !isClientGone ? 'that year is not over' : null;
  return {
    lines: all.map(lineOf),
    refusal: isNow ?? stays ?? duty,
    files: all.filter(({ type }) => type === 'file').map((node) => node.id),
    living,
  };
};

const ofConversation = async ({ ports }: Asked, { id, generation }: NamedKey, now: string): Promise<Going> => {
  const count = await ports.reads.count(messages, { where: { conversation_id: id } });
  return {
    lines: [`what was said in the conversation ${id} in ${generation}, of ${count} messages in all`],
    refusal: generation >= yearOf(now) ? 'that year is not over' : null,
    ...NOTHING,
  };
};

/** For a user or company: it must be deleted first, in the console. */
const ofDeleted = async (asked: Asked, key: NamedKey, now: string): Promise<Going> => {
  const { commandHandler } = asked;
  const { purpose, id, generation } = key;
  const isThere = {
    user: () => isUser(asked, id),
    client: async () => !(await goneWithout(asked, id)),
    firm: async () => (await commandHandler.state(firm, id)).details !== null,
  }[purpose as 'user' | 'client' | 'firm'];
  const duty = async () => {
    const state = await commandHandler.state(drive, id);
    return dutyIn(state, [...state.nodes.values()], now.slice(0, 10));
  };
  const there = (await isThere()) ? `the ${purpose} ${id} is not deleted` : null;
  const refusal = there ?? (purpose === 'client' ? await duty() : null);
  return { lines: [`what is known of the ${purpose} ${id} (${generation})`], refusal, ...NOTHING };
};

const isUser = async ({ commandHandler }: Asked, id: string): Promise<boolean> =>
  (await commandHandler.state(user, id)).role !== null;

const ofYear = async (asked: Asked, { purpose, id, generation }: NamedKey, now: string): Promise<Going> => ({
  lines: [`${purpose === 'origin' ? 'addresses and agents' : 'searches'} of the user ${id} in ${generation}`],
  refusal: generation >= yearOf(now) && (await isUser(asked, id)) ? 'that year is not over' : null,
  ...NOTHING,
});

/** Finds out what would be lost with a key. */
export const goingWith = async (asked: Asked, name: string, now: string): Promise<Going> => {
  const key = keyNamed(name);
  const refused = (refusal: string): Going => ({ lines: [], refusal, ...NOTHING });
  const found = await asked.ports.reads.get(dataKeys, name);
  if (!found) return refused(`no record was ever sealed with a key ${name}`);
  const going = await ofPurpose(asked, key, now);
  if (!going) return refused(`what goes with ${name} is not known: it begins with one of ${PURPOSES.join(': ')}:`);
  // after an interruption the rest is removed, and nothing is carried over any more
  const isDestroyed = rowIn(found.json).destroyed !== undefined;
  return isDestroyed ? { ...going, living: [], refusal: `${name} is destroyed` } : going;
};

const ofPurpose = async (asked: Asked, key: NamedKey, now: string): Promise<Going | null> => {
  const purpose = PURPOSES.find((each) => each === key.purpose);
  if (purpose === undefined) return null;
  if (purpose === 'files') return ofFiles(asked, key, now);
  if (purpose === 'conversation') return ofConversation(asked, key, now);
  if (purpose === 'origin' || purpose === 'searches') return ofYear(asked, key, now);
  return ofDeleted(asked, key, now);
};
