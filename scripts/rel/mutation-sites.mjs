// Where a line of product code could be wrong, and what it would be instead.
import ts from 'typescript';

const { SyntaxKind: Kind } = ts;

/** A code such as `drive/locked` or `ACCESS_DENIED`. */
const CODE = /^(?:[a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*|[A-Z]+(?:_[A-Z]+)+)$/;

/** What stands in the place of an operator. */
const INSTEAD = {
  [Kind.LessThanToken]: '<=',
  [Kind.LessThanEqualsToken]: '<',
  [Kind.GreaterThanToken]: '>=',
  [Kind.GreaterThanEqualsToken]: '>',
  [Kind.EqualsEqualsEqualsToken]: '!==',
  [Kind.ExclamationEqualsEqualsToken]: '===',
  [Kind.AmpersandAmpersandToken]: '||',
  [Kind.BarBarToken]: '&&',
  [Kind.QuestionQuestionToken]: '&&',
  [Kind.PlusToken]: '-',
  [Kind.MinusToken]: '+',
  [Kind.AsteriskToken]: '/',
  [Kind.SlashToken]: '*',
  [Kind.PercentToken]: '*',
};

const isText = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) &&
    node.operatorToken.kind === Kind.PlusToken &&
    (isText(node.left) || isText(node.right)));

const calls = (node) =>
  ts.isCallExpression(ts.isAwaitExpression(node) || ts.isVoidExpression(node) ? node.expression : node);

/** What could stand in the place of a node; nothing for most. */
const replacement = (node, text) => {
  const { parent } = node;
  if (
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  )
    return { sort: 'negated condition', by: `!(${text(node)})` };
  if (ts.isBinaryExpression(node)) {
    const operator = INSTEAD[node.operatorToken.kind];
    if (operator && !isText(node))
      return { sort: 'operator', by: `(${text(node.left)} ${operator} ${text(node.right)})` };
  }
  if (ts.isExpressionStatement(parent) && calls(node) && !text(node).startsWith('super('))
    return { sort: 'removed call', by: 'void 0' };
  if (node.kind === Kind.TrueKeyword) return { sort: 'boolean', by: 'false' };
  if (node.kind === Kind.FalseKeyword) return { sort: 'boolean', by: 'true' };
  if (ts.isStringLiteral(node) && CODE.test(node.text) && !(ts.isPropertyAssignment(parent) && parent.name === node))
    return { sort: 'emptied code', by: "''" };
  return undefined;
};

/** @returns {{ from: number, to: number, line: number, sort: string, was: string, by: string }[]} */
export const sitesIn = (file, source) => {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);
  const text = (node) => source.slice(node.getStart(parsed), node.end);
  const sites = [];
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const found = node.parent && replacement(node, text);
    if (found) {
      const from = node.getStart(parsed);
      const line = parsed.getLineAndCharacterOfPosition(from).line + 1;
      sites.push({ from, to: node.end, line, was: text(node), ...found });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return sites;
};

export const mutated = (source, { from, to, by }) => source.slice(0, from) + by + source.slice(to);

/** The source, which tells of each of these places that it was reached. */
export const watched = (source, sites) => {
  const marks = sites.flatMap(({ id, from, to }) => [
    { at: from, opens: 1, size: to - from, text: `(globalThis.__reached?.(${id}), ` },
    { at: to, opens: 0, size: to - from, text: ')' },
  ]);
  // what ends goes before what begins; the larger begins first and ends last
  marks.sort((a, b) => a.at - b.at || a.opens - b.opens || (a.opens ? b.size - a.size : a.size - b.size));
  let whole = '';
  let at = 0;
  for (const mark of marks) {
    whole += source.slice(at, mark.at) + mark.text;
    at = mark.at;
  }
  return whole + source.slice(at);
};
