// Sends calls and judges their answers by the description.
import { randomUUID } from 'node:crypto';
import { isDescribed, strangeIn } from './description.mjs';
import { queuedMs } from './pulse.mjs';

const SLOW_MS = 5_000;
const KEPT = 100;
/** Needs a mail that is sent ten minutes after its event, which is later than a run. */
const LATE = new Set(['notifications.unsubscribe']);

const bodyOf = ({ raw, form, body }) =>
  raw !== undefined
    ? { bytes: raw, type: 'application/json' }
    : form
      ? form
      : body !== undefined
        ? { bytes: JSON.stringify(body), type: 'application/json' }
        : null;

const textOf = (value) => {
  const text = JSON.stringify(value ?? null);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};

/** Violations that no answer may have, whatever was requested: their kind, and details. */
const judged = (operation, call, answer) => {
  const strange = strangeIn(operation, answer).map((what) => ['undescribed', what]);
  const { status, text, ms } = answer;
  // an event of the last seconds is under no head yet
  const isYoung = operation.id === 'heads.inclusion' && status === 503;
  if (status >= 500 && status !== 507 && !isYoung) strange.push(['faults', `answers ${status}: ${text.slice(0, 200)}`]);
  if (ms > SLOW_MS) strange.push(['slow', `takes more than ${SLOW_MS / 1000} s`]);
  if (status >= 400) return strange;
  if (call.mustBeRefused || (!call.mayBeTaken && !isDescribed(operation, call)))
    strange.push(['accepted', 'is done, though the description does not take it']);
  if (operation.role !== 'everyone' && call.mutation === 'a bad token')
    strange.push(['accepted', 'is done for a token that is none']);
  return strange;
};

/** @param pid the server's process, whose time in the run queue does not count as slowness */
export const asker = (url, description, pid) => {
  const queued = () => queuedMs(`${pid}/task/${pid}`);
  const figures = { requests: 0, successes: 0, slowest: 0, statuses: {}, mutations: {} };
  const succeeded = new Map();
  const violations = [];
  const slow = [];
  const kinds = new Map();
  /** How many violations of each sort. */
  const found = {};
  /** Correlations of refused calls: nothing is to be in the log under them. */
  const refused = new Map();

  /** Each kind once, with how often it came. */
  const violate = ({ id, method }, what, call, { path, status, text }) => {
    const kind = `${id} ${what}`.slice(0, 200);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (kinds.get(kind) > 1 || violations.length >= KEPT) return;
    const said = `${method} ${textOf(path)} ${textOf(call.raw ?? call.body)} ${textOf(call.headers)}`;
    violations.push(`${kind}\n    ${call.mutation ?? 'as it should be'}: ${said}\n    ${status} ${text.slice(0, 200)}`);
  };
  const note = (operation, call, answer) => {
    for (const [sort, what] of judged(operation, call, answer)) {
      found[sort] = (found[sort] ?? 0) + 1;
      violate(operation, what, call, answer);
    }
    figures.requests += 1;
    slow.push([Math.round(answer.ms), operation.id, Math.round(performance.now())]);
    if (slow.length > 200) slow.sort(([a], [b]) => b - a).splice(20);
    figures.slowest = Math.max(figures.slowest, Math.round(answer.ms));
    figures.statuses[answer.status] = (figures.statuses[answer.status] ?? 0) + 1;
    if (call.mutation) figures.mutations[call.mutation] = (figures.mutations[call.mutation] ?? 0) + 1;
    if (answer.status < 400) {
      figures.successes += 1;
      succeeded.set(operation.id, (succeeded.get(operation.id) ?? 0) + 1);
    } else refused.set(answer.correlation, { id: operation.id, status: answer.status, call });
  };

  /** The path of a call, and what of it an address can hold. */
  const pathOf = (operation, { params = {}, query = {} }) => {
    const path = operation.path.replace(/{(\w+)}/g, (_, name) =>
      encodeURIComponent(String(params[name]).toWellFormed?.() ?? params[name]),
    );
    const words = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined));
    return `${path}${words.size > 0 ? `?${words}` : ''}`;
  };

  return {
    figures,
    violations,
    found,
    slow: () => slow.sort(([a], [b]) => b - a).slice(0, 10),
    refused,
    operations: description.operations,
    never: () => [...description.operations.keys()].filter((id) => !succeeded.has(id) && !LATE.has(id)),
    /** @returns the answer, or null when the connection broke. */
    async ask(id, call) {
      const operation = description.operations.get(id);
      const sent = bodyOf(call);
      const path = pathOf(operation, call);
      const before = queued();
      const started = performance.now();
      let response;
      let bytes;
      try {
        response = await fetch(url + path, {
          method: operation.method,
          headers: {
            ...(call.token && { authorization: `Bearer ${call.token}` }),
            ...(sent && { 'content-type': sent.type }),
            'x-correlation-id': randomUUID(),
            ...call.headers,
          },
          body: sent?.bytes,
          redirect: 'manual',
          signal: AbortSignal.timeout(30_000),
        });
        bytes = Buffer.from(await response.arrayBuffer());
      } catch (error) {
        // cannot be sent at all, such as an invalid character in a header
        if (error instanceof TypeError && !error.cause) return null;
        figures.broken = (figures.broken ?? 0) + 1;
        if (!call.mayBeTaken) violations.push(`${id}: no answer: ${error.cause?.code ?? error.message}`);
        return null;
      }
      const text =
        /json|text\/plain/.test(response.headers.get('content-type') ?? '') || bytes.length === 0
          ? bytes.toString()
          : `${bytes.length} bytes`;
      let body;
      if (response.headers.get('content-type')?.startsWith('application/json'))
        try {
          body = JSON.parse(text);
        } catch {
          body = undefined;
        }
      const answer = {
        status: response.status,
        headers: response.headers,
        text,
        body,
        bytes,
        path,
        ms: Math.max(0, performance.now() - started - (queued() - before)),
        correlation: response.headers.get('x-correlation-id'),
      };
      note(operation, call, answer);
      return answer;
    },
  };
};
