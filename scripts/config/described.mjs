// What stands beside a schema of the contract as a comment is its description in the documentation of the calls. Builds and
// specs of the server put it there; the console has no use for it, and its files stay as small as they are.
import { parseAst } from 'rolldown/parseAst';

/** Where schemas are declared. */
export const CONTRACTS = /\/libs\/contracts\/(?!.*\.spec\.ts$).+\.ts$/;

const COMMENT = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export )?$/;

/** The comment that ends right before this place, as one line. */
const commentBefore = (code, place) => {
  const [, text] = COMMENT.exec(code.slice(0, place)) ?? [];
  return text
    ?.replace(/^[ \t]*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
};

/** What calls make, and what is named: functions, numbers and texts are no schemas. */
const MAY_BE_SCHEMA = new Set(['CallExpression', 'Identifier', 'MemberExpression']);

/** Constants and members with what may be a schema, and where their comments end. */
const schemasIn = function* (node) {
  if (node.type === 'VariableDeclaration') yield { place: node.start, value: node.declarations[0].init };
  if (node.type === 'Property' && !node.shorthand) yield { place: node.start, value: node.value };
  for (const child of Object.values(node).flat()) if (typeof child?.type === 'string') yield* schemasIn(child);
};

/** In the line of the first statement, so that lines stay where they are. */
const DESCRIBED = 'const describedBy = (value, text) => (value?._zod ? value.describe(text) : value); ';

/** The source with the comments beside its schemas as their descriptions. */
export const described = (code) => {
  const edits = [];
  for (const { place, value } of schemasIn(parseAst(code, { lang: 'ts' }))) {
    const comment = MAY_BE_SCHEMA.has(value?.type) && commentBefore(code, place);
    if (!comment) continue;
    edits.push({ at: value.start, text: 'describedBy(' }, { at: value.end, text: `, ${JSON.stringify(comment)})` });
  }
  if (edits.length === 0) return code;
  const sorted = edits.toSorted((one, other) => one.at - other.at);
  const pieces = sorted.map(({ at, text }, index) => code.slice(sorted[index - 1]?.at ?? 0, at) + text);
  return DESCRIBED + pieces.join('') + code.slice(sorted.at(-1).at);
};

/** For builds of the server. */
export const describedContracts = {
  name: 'dosar:described',
  transform: { filter: { id: CONTRACTS }, handler: (code) => ({ code: described(code), map: null }) },
};
