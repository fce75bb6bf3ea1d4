import type { HostileDocument } from '../hostile-documents';
import { zipped, each } from './hostile-parts';

const MANY = 1_000_000;
const MILLIARD = 1_000_000_000;

const libre = (body: string, styles = '') =>
  zipped({ 'content.xml': `<o:o><o:automatic-styles>${styles}</o:automatic-styles><o:body>${body}</o:body></o:o>` });
const table = (rows: string) => `<t:table t:name="A">${rows}</t:table>`;
const styled = (number: string) => `${number}<s:style s:name="c" s:family="table-cell" s:data-style-name="n"/>`;
const value = (attributes: string) =>
  table(`<t:table-row><t:table-cell t:style-name="c" ${attributes}/></t:table-row>`);

/** Of LibreOffice: repeats, styles and values without an end. */
export const libreSheets: readonly HostileDocument[] = [
  [
    'tables in tables',
    'ods',
    () =>
      libre(
        `${'<t:table><t:table-row><t:table-cell>'.repeat(3_000)}${'</t:table-cell></t:table-row></t:table>'.repeat(3_000)}`,
      ),
    'read',
  ],
  [
    'a row a milliard times',
    'ods',
    () =>
      libre(
        table(
          `<t:table-row t:number-rows-repeated="${MILLIARD}"><t:table-cell><x:p>a</x:p></t:table-cell></t:table-row>`,
        ),
      ),
    'cut',
  ],
  [
    'a text of 1,000 letters a milliard times',
    'ods',
    () =>
      libre(
        table(
          `<t:table-row><t:table-cell t:number-columns-repeated="${MILLIARD}"><x:p>${'a'.repeat(1_000)}</x:p></t:table-cell></t:table-row>`,
        ),
      ),
    'cut',
  ],
  [
    'a milliard of empty rows, a thousand times',
    'ods',
    () => libre(table(`<t:table-row t:number-rows-repeated="${MILLIARD}"><t:table-cell/></t:table-row>`.repeat(1_000))),
    'read',
  ],
  [
    '200,000 columns of a milliard',
    'ods',
    () => libre(table(`<t:table-column t:number-columns-repeated="${MILLIARD}"/>`.repeat(200_000))),
    'read',
  ],
  [
    '16,384 columns with styles of their own',
    'ods',
    () =>
      libre(
        table(
          `${each(16_384, (at) => `<t:table-column t:default-cell-style-name="c${at}"/>`)}${`<t:table-row>${'<t:table-cell/>'.repeat(16_384)}</t:table-row>`.repeat(10)}`,
        ),
      ),
    'read',
    'too_large',
  ],
  [
    'styles that are their own parents',
    'ods',
    () =>
      libre(
        value('o:value-type="float" o:value="1"'),
        '<s:style s:name="c" s:family="table-cell" s:parent-style-name="c"/>',
      ),
    'read',
  ],
  [
    'a format that is its own part',
    'ods',
    () =>
      libre(
        value('o:value-type="float" o:value="1"'),
        styled(
          '<n:number-style s:name="n"><n:number n:decimal-places="1"/><s:map s:condition="value()&gt;=0" s:apply-style-name="n"/></n:number-style>',
        ),
      ),
    'read',
  ],
  [
    'a format of a text of 1 MB',
    'ods',
    () =>
      libre(
        value('o:value-type="float" o:value="1"'),
        styled(`<n:number-style s:name="n"><n:text>${'a'.repeat(MANY)}</n:text></n:number-style>`),
      ),
    'read',
  ],
  [
    'a milliard of decimals',
    'ods',
    () =>
      libre(
        value('o:value-type="float" o:value="1"'),
        styled(
          `<n:number-style s:name="n"><n:number n:decimal-places="${MILLIARD}" n:min-integer-digits="${MILLIARD}" n:display-factor="0"/></n:number-style>`,
        ),
      ),
    'read',
  ],
  [
    'a million parts of a format',
    'ods',
    () =>
      libre(
        value('o:value-type="float" o:value="1"'),
        styled(`<n:date-style s:name="n">${'<n:day/>'.repeat(MANY)}</n:date-style>`),
      ),
    'read',
    'too_large',
  ],
  [
    '500,000 styles of LibreOffice',
    'ods',
    () =>
      libre(
        value('o:value-type="float" o:value="1"'),
        each(500_000, (at) => `<s:style s:name="s${at}" s:family="table-cell"/>`),
      ),
    'read',
    'too_large',
  ],
  [
    'days that are none',
    'ods',
    () =>
      libre(
        ['', '9999999-99-99', '-1', 'PT', '2026-02-31', '0000-00-00T99:99:99']
          .map((day) => value(`o:value-type="date" o:date-value="${day}"`))
          .join(''),
      ),
    'read',
  ],
  [
    'times that are none',
    'ods',
    () =>
      libre(
        ['P999999999D', 'PT999999999H', '-PT1H', '', 'P', 'PT1e9H']
          .map((time) => value(`o:value-type="time" o:time-value="${time}"`))
          .join(''),
      ),
    'read',
  ],
  ['a note that never ends', 'ods', () => libre('<t:table><o:annotation>'), 'damaged'],
  [
    'a million notes',
    'ods',
    () =>
      libre(
        table(
          `<t:table-row><t:table-cell>${'<o:annotation><x:p>a</x:p></o:annotation>'.repeat(MANY / 4)}</t:table-cell></t:table-row>`,
        ),
      ),
    'cut',
    'read',
    'too_large',
  ],
];
