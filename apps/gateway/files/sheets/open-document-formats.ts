import { GENERAL } from './number-format';

type Attribute = (name: string) => string | undefined;
/** A number style as a format; of its maps, those that come first. */
type Section = { readonly condition: string; readonly other: string };
type NumberStyle = { code: string; isPercent: boolean; isElapsed: boolean; readonly maps: Section[] };
type CellStyle = { readonly format: string | undefined; readonly parent: string | undefined };

const MOST_STYLES = 100_000;
const MOST_DIGITS = 30;
/** Style in style: what is deeper leads in a circle. */
const MOST_PARENTS = 20;

const STYLES = new Set([
  'number-style',
  'percentage-style',
  'currency-style',
  'date-style',
  'time-style',
  'text-style',
]);

const count = (text: string | undefined, otherwise: number) =>
  Math.min(Math.max(Number(text ?? otherwise) || 0, 0), MOST_DIGITS);
const literal = (text: string) => (text === '' ? '' : `"${text.replaceAll('"', '”')}"`);
/** Names of days and months are in the format's own language. */
const languageOf = (attribute: Attribute) => {
  const language = attribute('language');
  const country = attribute('country');
  return /^[a-z]{2,3}$/.test(language ?? '') && /^[A-Z]{2}$/.test(country ?? '') ? `[$-${language}-${country}]` : '';
};
const isLong = (attribute: Attribute) => attribute('style') === 'long';

const digits = (attribute: Attribute): string => {
  const decimals = count(attribute('decimal-places'), 0);
  const least = count(attribute('min-decimal-places'), decimals);
  const fraction =
    decimals === 0 ? '' : `.${'0'.repeat(Math.min(least, decimals))}${'#'.repeat(Math.max(decimals - least, 0))}`;
  const whole = count(attribute('min-integer-digits'), 1);
  if (attribute('grouping') !== 'true') return `${'0'.repeat(whole) || '#'}${fraction}`;
  const shown = '0'.repeat(whole).padStart(4, '#');
  return `${shown.slice(0, -3)},${shown.slice(-3)}${fraction}`;
};

const PARTS: Readonly<Record<string, (attribute: Attribute) => string>> = {
  number: (attribute) => {
    const isPlain = attribute('decimal-places') === undefined && attribute('grouping') !== 'true';
    if (isPlain && count(attribute('min-integer-digits'), 1) <= 1) return GENERAL;
    const thousands = Math.round(Math.log10(Number(attribute('display-factor') ?? 1)) / 3) || 0;
    return digits(attribute) + ','.repeat(count(String(thousands), 0));
  },
  'scientific-number': (attribute) =>
    `${'#'.repeat(Math.max(0, count(attribute('exponent-interval'), 1) - 1))}${digits(attribute)}E+${'0'.repeat(count(attribute('min-exponent-digits'), 2))}`,
  fraction: (attribute) => {
    const [above, below] = ['min-numerator-digits', 'min-denominator-digits'].map((name) => count(attribute(name), 1));
    return `# ${'?'.repeat(above!)}/${attribute('denominator-value') ?? '?'.repeat(below!)}`;
  },
  day: (attribute) => (isLong(attribute) ? 'dd' : 'd'),
  month: (attribute) => (attribute('textual') === 'true' ? 'mmm' : 'm') + (isLong(attribute) ? 'm' : ''),
  year: (attribute) => (isLong(attribute) ? 'yyyy' : 'yy'),
  'day-of-week': (attribute) => (isLong(attribute) ? 'dddd' : 'ddd'),
  hours: (attribute) => (isLong(attribute) ? 'hh' : 'h'),
  minutes: (attribute) => (isLong(attribute) ? 'mm' : 'm'),
  seconds: (attribute) => {
    const decimals = count(attribute('decimal-places'), 0);
    return (isLong(attribute) ? 'ss' : 's') + (decimals > 0 ? `.${'0'.repeat(decimals)}` : '');
  },
  'am-pm': () => 'AM/PM',
  'text-content': () => '@',
};
const OF_TIME = new Set(['hours', 'minutes', 'seconds']);

/** The formats and styles of a document of LibreOffice, as the format codes of Excel. */
export class OpenDocumentFormats {
  private readonly numbers = new Map<string, NumberStyle>();
  private readonly cells = new Map<string, CellStyle>();
  private readonly hiddenSheets = new Set<string>();
  private current: NumberStyle | null = null;
  private sheetStyle: string | null = null;
  private text: string | null = null;

  open(name: string, attribute: Attribute): void {
    const isFull = this.numbers.size + this.cells.size > MOST_STYLES;
    if (STYLES.has(name) && !isFull) {
      const isElapsed = name === 'time-style' && attribute('truncate-on-overflow') === 'false';
      const language = name === 'date-style' ? languageOf(attribute) : '';
      this.current = { code: language, isPercent: name === 'percentage-style', isElapsed, maps: [] };
      this.numbers.set(attribute('name') ?? '', this.current);
    } else if (name === 'style' && !isFull) this.cell(attribute);
    else if (name === 'table-properties' && attribute('display') === 'false' && this.sheetStyle !== null)
      this.hiddenSheets.add(this.sheetStyle);
    else if (this.current) this.part(this.current, name, attribute);
  }

  add(piece: string): void {
    if (this.text !== null && this.text.length < 255) this.text += piece;
  }

  close(name: string): void {
    if (STYLES.has(name)) this.current = null;
    if (name === 'style') this.sheetStyle = null;
    if ((name !== 'text' && name !== 'currency-symbol') || this.text === null || !this.current) return;
    const isPercent = this.current.isPercent && this.text.includes('%');
    const pieces = isPercent ? this.text.split('%') : [this.text];
    this.current.code += pieces.map(literal).join('%');
    this.text = null;
  }

  /** The format of a cell's style, if it has one. */
  of(style: string | undefined): string | undefined {
    let name = style;
    for (let depth = 0; name !== undefined && depth < MOST_PARENTS; depth += 1) {
      const found: CellStyle | undefined = this.cells.get(name);
      if (found?.format !== undefined) return this.code(found.format);
      name = found?.parent;
    }
    return undefined;
  }

  isHidden(style: string | undefined): boolean {
    return style !== undefined && this.hiddenSheets.has(style);
  }

  private cell(attribute: Attribute): void {
    const name = attribute('name') ?? '';
    if (attribute('family') === 'table') this.sheetStyle = name;
    if (attribute('family') !== 'table-cell') return;
    this.cells.set(name, { format: attribute('data-style-name'), parent: attribute('parent-style-name') });
  }

  private part(style: NumberStyle, name: string, attribute: Attribute): void {
    if (style.code.length > 255) return;
    if (name === 'text' || name === 'currency-symbol') this.text = '';
    const condition = /^value\(\)(<=?|>=?|=|!=)(-?\d+(?:\.\d+)?)$/.exec(attribute('condition') ?? '');
    if (name === 'map' && condition && style.maps.length < 2) {
      const sign = condition[1] === '!=' ? '<>' : condition[1]!;
      style.maps.push({ condition: `[${sign}${condition[2]}]`, other: attribute('apply-style-name') ?? '' });
    }
    const code = PARTS[name]?.(attribute) ?? '';
    style.code += style.isElapsed && !style.code.includes('[') && OF_TIME.has(name) ? `[${code}]` : code;
  }

  private code(name: string): string | undefined {
    const style = this.numbers.get(name);
    if (!style) return undefined;
    const sections = style.maps.map(({ condition, other }) => ({
      condition,
      code: this.numbers.get(other)?.code ?? GENERAL,
    }));
    // what programs split by sign is the format of two or three sections that it was
    const signs = sections.map(({ condition }) => condition).join();
    const isBySign = signs === '[>=0]' || signs === '[>0],[<0]';
    return [...sections.map((each) => (isBySign ? each.code : each.condition + each.code)), style.code].join(';');
  }
}
