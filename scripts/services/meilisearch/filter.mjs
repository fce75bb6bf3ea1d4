// Filters as Meilisearch documents them: comparisons, IN, EXISTS, IS NULL, NOT, AND, OR and brackets.
const TOKEN = /\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|(>=|<=|!=|[=<>()[\],])|([^\s=<>!()[\],"']+))/gy;

const tokensOf = (text) => {
  const tokens = [];
  TOKEN.lastIndex = 0;
  for (let end = 0; text.slice(end).trim() !== ''; end = TOKEN.lastIndex) {
    const found = TOKEN.exec(text);
    if (!found) throw new Error(`Was expecting an operation at ${text.slice(end, end + 40)}`);
    const [, double, single, sign, word] = found;
    const quoted = double?.replaceAll('\\"', '"') ?? single?.replaceAll("\\'", "'");
    tokens.push(quoted === undefined ? { sign: sign ?? word, value: word } : { value: quoted });
  }
  return tokens;
};

/** What stands in a document under a name, or under one inside it; each of a list. */
const valuesOf = (document, name) => {
  const value = name.split('.').reduce((inner, part) => inner?.[part], document);
  return value === undefined ? [] : [value].flat();
};

const folded = (value) => String(value).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const isSame = (one, value) => folded(one) === folded(value);
const COMPARED = {
  '=': (document, name, value) => valuesOf(document, name).some((one) => isSame(one, value)),
  '!=': (document, name, value) => !valuesOf(document, name).some((one) => isSame(one, value)),
  '>': (document, name, value) => valuesOf(document, name).some((one) => typeof one === 'number' && one > value),
  '>=': (document, name, value) => valuesOf(document, name).some((one) => typeof one === 'number' && one >= value),
  '<': (document, name, value) => valuesOf(document, name).some((one) => typeof one === 'number' && one < value),
  '<=': (document, name, value) => valuesOf(document, name).some((one) => typeof one === 'number' && one <= value),
};

/** @param isFilterable whether an attribute may stand in a filter. @throws what the server says of a wrong one. */
const parsed = (text, isFilterable) => {
  const tokens = tokensOf(text);
  let at = 0;
  const is = (sign) => tokens[at]?.sign?.toUpperCase() === sign;
  const skip = (sign) => {
    if (!is(sign)) return false;
    at += 1;
    return true;
  };
  const must = (sign) => {
    if (!skip(sign)) throw new Error(`Was expecting ${sign} in ${text.slice(0, 80)}`);
  };
  const value = () => {
    const token = tokens[at];
    if (token?.value === undefined) throw new Error(`Was expecting a value in ${text.slice(0, 80)}`);
    at += 1;
    return token.value;
  };
  const list = () => {
    const values = new Set();
    must('[');
    while (!skip(']')) {
      values.add(folded(value()));
      if (!is(']')) must(',');
    }
    return values;
  };
  const condition = () => {
    const name = value();
    if (!isFilterable(name)) throw new Error(`Attribute \`${name}\` is not filterable.`);
    const isNot = skip('NOT');
    const told = (answer) => (isNot ? (document) => !answer(document) : answer);
    if (skip('IN')) {
      const values = list();
      return told((document) => valuesOf(document, name).some((one) => values.has(folded(one))));
    }
    if (skip('EXISTS')) return told((document) => valuesOf(document, name).length > 0);
    if (skip('IS')) {
      must('NULL');
      return (document) => valuesOf(document, name).includes(null);
    }
    const sign = tokens[at]?.sign;
    const compared = COMPARED[sign];
    if (!compared) throw new Error(`Was expecting an operation after ${name}`);
    at += 1;
    const wanted = value();
    return (document) => compared(document, name, wanted);
  };
  const one = () => {
    if (skip('NOT')) {
      const inner = one();
      return (document) => !inner(document);
    }
    if (!skip('(')) return condition();
    const inner = either();
    must(')');
    return inner;
  };
  const both = () => {
    const all = [one()];
    while (skip('AND')) all.push(one());
    return (document) => all.every((each) => each(document));
  };
  const either = () => {
    const all = [both()];
    while (skip('OR')) all.push(both());
    return (document) => all.some((each) => each(document));
  };
  const found = either();
  if (at < tokens.length) throw new Error(`Found unexpected characters at the end of the filter: ${text.slice(-40)}`);
  return found;
};

/** A filter in writing, or a list whose parts must all be so, and of a list in it one. */
export const filterOf = (filter, isFilterable) => {
  if (filter === undefined || filter === null || filter === '' || filter.length === 0) return () => true;
  if (typeof filter === 'string') return parsed(filter, isFilterable);
  const all = filter.map((each) =>
    Array.isArray(each) ? each.map((part) => parsed(part, isFilterable)) : [parsed(each, isFilterable)],
  );
  return (document) => all.every((some) => some.some((part) => part(document)));
};
