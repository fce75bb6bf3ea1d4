type Attribute = (name: string) => string | undefined;

/** What was taken out of a text, or moved elsewhere in it. */
const FORMER: ReadonlySet<string> = new Set(['moveFrom', 'del']);
/** Where properties are not those of the letters that follow: of a paragraph's end, and former ones. */
const OTHERS_PROPERTIES: ReadonlySet<string> = new Set(['pPr', 'rPrChange']);
/** The ways in which one thing is written for several programs. */
const WAYS: ReadonlySet<string> = new Set(['Choice', 'Fallback']);
const OFF: ReadonlySet<string | undefined> = new Set(['0', 'false', 'off']);

/**
 * Which text of Word and PowerPoint is shown: of what is written in several ways the first, nothing that was deleted, moved
 * away or hidden, and of fields their results without their codes.
 */
export class ShownText {
  private aside = 0;
  /** Whether one of the ways was read, by what is written in several. */
  private readonly several: boolean[] = [];
  private readonly ways: boolean[] = [];
  /** Whether it is the code of a field that is read, by fields in fields. */
  private readonly fields: boolean[] = [];
  private codes = 0;
  private others = 0;
  /** Whether runs are hidden; boxes have runs in runs. */
  private readonly runs: boolean[] = [];

  get isShown(): boolean {
    return this.aside === 0 && this.codes === 0 && this.runs.at(-1) !== true;
  }

  open(name: string, attribute: Attribute): void {
    if (FORMER.has(name)) this.aside += 1;
    else if (OTHERS_PROPERTIES.has(name)) this.others += 1;
    else if (name === 'AlternateContent') this.several.push(false);
    else if (WAYS.has(name)) this.openWay();
    else if (name === 'fldChar') this.field(attribute('fldCharType'));
    else if (name === 'r') this.runs.push(false);
    else if (name === 'vanish' && this.others === 0 && this.runs.length > 0)
      this.runs[this.runs.length - 1] = !OFF.has(attribute('val'));
  }

  close(name: string): void {
    if (FORMER.has(name)) this.aside -= 1;
    else if (OTHERS_PROPERTIES.has(name)) this.others -= 1;
    else if (name === 'AlternateContent') this.several.pop();
    else if (WAYS.has(name) && this.ways.pop() === false) this.aside -= 1;
    else if (name === 'r') this.runs.pop();
    else if (name === 'p' && this.codes > 0) {
      // a code that does not end would hide the rest of the document
      this.fields.length = 0;
      this.codes = 0;
    }
  }

  private openWay(): void {
    const isRead = this.several.at(-1) !== true;
    if (this.several.length > 0) this.several[this.several.length - 1] = true;
    if (!isRead) this.aside += 1;
    this.ways.push(isRead);
  }

  private field(type: string | undefined): void {
    if (type === 'begin') {
      this.fields.push(true);
      this.codes += 1;
    } else if (type === 'separate' && this.fields.at(-1) === true) {
      this.fields[this.fields.length - 1] = false;
      this.codes -= 1;
    } else if (type === 'end' && this.fields.pop() === true) this.codes -= 1;
  }
}
