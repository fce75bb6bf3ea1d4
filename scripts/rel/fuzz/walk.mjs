// Several walkers through one world, each with a chance of its own; after a while the world is another.
import { transformFileSync } from '@swc/core';
import { join } from 'node:path';
import { aCall, anOperation, singleOperations } from './calls.mjs';
import { mutated } from './mutations.mjs';
import { aRandom } from './random.mjs';
import { aStory, STORIES } from './stories.mjs';
import { aWorld } from './world.mjs';
import { ROOT } from '../server.mjs';

const WORLD_REQUESTS = 4_000;
const WRONG_FIRST = 0.3;
const WRONG_ROLE = 0.08;
const STORY = 0.06;
const SOCKET = 0.01;
const AGAIN = 0.1;
/** Of what there is nothing yet, some must be made first. */
const TRIES = 20;
const TRIES_ALONE = 8;

/** The authenticator of our own specs. */
const authenticators = async (url) => {
  const file = join(ROOT, 'apps/gateway/testing/authenticator.ts');
  const { code } = transformFileSync(file, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'es6' },
  });
  const { anAuthenticator } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return () => anAuthenticator(url.replace('127.0.0.1', 'localhost'));
};

/** Runs works one at a time. */
const turns = () => {
  let last = Promise.resolve();
  return (work) => (last = last.then(work, work));
};

export const walk = async ({
  asked,
  description,
  sockets,
  requests,
  url,
  random,
  letters,
  walkers,
  signal,
  report,
}) => {
  const { ask, figures } = asked;
  const anAuthenticator = await authenticators(url);
  const alone = turns();
  let world = await alone(() => aWorld(ask, random));
  let begun = figures.requests;
  let isOver = false;
  /** Whether somebody else has deleted the result meanwhile: then its maker cannot read it either. */
  const isGone = async (operation, { token, params }, { body }, { status }) => {
    const [name, made] = Object.entries(body ?? {})[0] ?? [];
    const [what, id] = body
      ? [name === 'operation' ? 'bulk' : `${name}s`, made?.id]
      : [operation.id.split('.')[0], params.id];
    const read = `${what}.get`;
    if (![401, 403, 404].includes(status) || id === undefined || !asked.operations.has(read)) return false;
    const answer = await ask(read, { token, params: { id } });
    return answer !== null && [401, 403, 404].includes(answer.status);
  };
  /** How often a thing is asked for again, to see that it is the same: what was made under a key, what is tagged. */
  const again = async (operation, call, answer, chance) => {
    if (answer.status >= 300 || !chance.chance(AGAIN)) return;
    const tag = answer.headers.get('etag');
    if (tag && operation.id !== 'files.content')
      await ask(operation.id, { ...call, headers: { ...call.headers, 'if-none-match': tag } });
    if (!call.headers?.['idempotency-key']) return;
    const second = await ask(operation.id, call);
    if (second && second.status !== answer.status && !(await isGone(operation, call, answer, second)))
      report(
        `${operation.id} answers ${second.status} under the key that was answered ${answer.status}: ${second.text} for ${JSON.stringify(call.body ?? call.params)}, made was ${answer.text.slice(0, 600)}`,
      );
  };

  /** Whatever chance brings, each story is told once, and each call made. */
  const first = [...STORIES, ...singleOperations(asked.operations)];

  const walker = async (chance) => {
    /** Sends a call, and now and then before it the same with something wrong. */
    const step = async (id, call, mayBeWrong = true, actor = null) => {
      const operation = asked.operations.get(id);
      const whole = { params: {}, query: {}, headers: {}, ...call };
      const here = world;
      if (mayBeWrong && chance.chance(WRONG_FIRST)) {
        const wrong = mutated(whole, chance, actor ? here.foreignTo(actor) : here.foreign, operation);
        const answer = await ask(id, wrong);
        if (answer) here.learn(id, wrong, actor, answer);
      }
      const answer = await ask(id, whole);
      if (answer) {
        here.learn(id, whole, actor, answer);
        await again(operation, whole, answer, chance);
      }
      return answer;
    };
    const single = async (operation) => {
      const actor = chance.chance(WRONG_ROLE) ? world.anyone(chance) : world.actor(operation.role, chance);
      const context = { world, actor, client: world.clientFor(actor, chance), random: chance };
      const call = aCall(operation, context, description.resolved);
      return call && step(operation.id, call, true, actor);
    };
    const tell = async (story) => {
      const what = await story({ step, world, random: chance, letters, anAuthenticator, alone });
      if (what) report(`${story.name}: ${what}`);
    };
    for (let next = first.shift(); next; next = first.shift())
      if (typeof next === 'function') await tell(next);
      else for (let tries = 0; tries < TRIES && !((await single(next))?.status < 400);) tries += 1;
    while (!isOver && !signal.aborted && figures.requests < requests) {
      if (chance.chance(STORY)) await tell(aStory(chance));
      else if (chance.chance(SOCKET)) await sockets.visit(chance, world);
      else await single(anOperation(asked.operations, chance));
      if (figures.requests - begun > WORLD_REQUESTS) {
        begun = figures.requests;
        const foreign = world.ids();
        world = await alone(() => aWorld(ask, random, foreign));
      }
    }
  };
  const stopping = (error) => {
    isOver = true;
    report(error.stack);
  };
  await Promise.all(
    Array.from({ length: walkers }, (_, at) => walker(aRandom(random.below(2 ** 31) + at)).catch(stopping)),
  );
  // calls that others made impossible must be possible alone
  if (asked.never().length > 0) world = await aWorld(ask, random);
  for (let tries = 0; tries < TRIES_ALONE && asked.never().length > 0 && !isOver && !signal.aborted; tries += 1) {
    first.push(...STORIES, ...singleOperations(asked.operations));
    await walker(random).catch(stopping);
  }
};
