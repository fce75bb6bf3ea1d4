// What a document is to be found by: its number, a party, a sum and a word of it, taken out of it by other programs than
// Dosar's readers (unzip, pdftotext), or, where none of them reads it, out of the same document in another form.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const run = (program, ...words) => execFileSync(program, words, { encoding: 'utf8', maxBuffer: 32 * 1024 * 1024 });
const textOfXml = (xml) => xml.replace(/<[^>]+>/g, '\n').replace(/\n+/g, '\n');
const inLei = (sum) => Number(sum).toLocaleString('ro-RO', { minimumFractionDigits: 2 });

/** What stands on the receipts, as somebody has read them. */
const RECEIPTS = {
  'brutaria-2026-09/bon_01.jpg': { number: '8096', party: 'Grădina cu Cireși', sum: '158,00', word: 'rechizite' },
  'brutaria-2026-09/bon_02.jpg': { number: '8369', party: 'Vinăria Cotești', sum: '65,00', word: 'ulei motor' },
  'brutaria-2026-09/bon_03.jpg': { number: '4415', party: 'Grădina cu Cireși', sum: '172,00', word: 'motorină' },
  'brutaria-2026-09/scan bonuri.pdf': { number: '8369', party: 'Vinăria Cotești', sum: '158,00', word: 'rechizite' },
  'brutaria-2026-10/bon_01.jpg': { number: '4083', party: 'Moara Bănățeană', sum: '205,00', word: 'motorină' },
  'brutaria-2026-10/bon_02.jpg': { number: '4170', party: 'Construcții Vâlcea', sum: '293,00', word: 'rechizite' },
  'libraria-2026-10/bon_01.jpg': { number: '1685', party: 'Țesătoria Șoimul', sum: '233,00', word: 'motorină' },
  'libraria-2026-10/bon_02.jpg': { number: '5775', party: 'Ștefan cel Mare', sum: '318,00', word: 'motorină' },
  'libraria-2026-10/scan bonuri.pdf': { number: '1685', party: 'Țesătoria Șoimul', sum: '318,00', word: 'motorină' },
};

const inXml = (xml) => {
  const first = (element) => new RegExp(`<cbc:${element}[^>]*>([^<]+)<`).exec(xml)[1];
  const [, word] = /<cac:Item><cbc:Name>([^<]+)</.exec(xml);
  return { number: first('ID'), party: first('RegistrationName'), sum: inLei(first('PayableAmount')), word };
};

const onPaper = (path) => {
  const text = run('pdftotext', '-layout', path, '-');
  const [, number] = /FACTURĂ (?:STORNO )?(\S+)/.exec(text);
  const [, party] = /Furnizor.*\n(.*?)(?: {2,}|\n)/.exec(text);
  const [, sum] = /Total de plată\s+([\d.,]+)/.exec(text);
  const [, word] = /^ *1 +(.+?) {2,}/m.exec(text);
  return { number, party, sum, word };
};

const contract = (text, name) => ({
  number: `nr. ${/nr (\d+)/.exec(name)[1]}`,
  party: /între\s+(.+?) ?,/.exec(text.replace(/\s+/g, ' '))[1],
  sum: /([\d.]+,\d\d) lei/.exec(text)[1],
  word: /internă\s+([a-zăâîșț]+)/.exec(text)[1],
});

/** The first payment of a statement whose invoice is there: its sum is that of the invoice. */
const statement = (text, sums) => {
  const payments = [...text.matchAll(/factura ([A-Z]+-\d+) ([^;\n<]+)/g)];
  const [, number, party] = payments.find(([, each]) => sums.has(each));
  return { number, party, sum: sums.get(number), word: 'încasare' };
};

const balance = (path) => {
  const strings = textOfXml(run('unzip', '-p', path, 'xl/sharedStrings.xml')).split('\n');
  const [, value] = /<v>(\d{4}\.\d\d)<\/v>/.exec(run('unzip', '-p', path, 'xl/worksheets/sheet1.xml'));
  return { number: '5121', party: strings[strings.indexOf('Pondere') + 1], sum: inLei(value), word: 'furnizori' };
};

/** An archive is found by what it holds. */
const archive = (path, name) => {
  const xml = /^\d+\.zip$/.test(name) ? run('unzip', '-p', path, `${name.replace('.zip', '')}.xml`) : null;
  return xml ? inXml(xml) : { word: name.replace('.zip', '') };
};

/** Their text as far as it is read without Dosar; null: it has another form beside it. */
const textOf = (path) => {
  if (path.endsWith('.csv') && !path.endsWith(' vechi.csv')) return readFileSync(path, 'utf8');
  if (path.endsWith('.pdf')) return run('pdftotext', path, '-');
  if (path.endsWith('.docx')) return textOfXml(run('unzip', '-p', path, 'word/document.xml'));
  if (path.endsWith('.xlsx')) return textOfXml(run('unzip', '-p', path, 'xl/sharedStrings.xml'));
  return null;
};

/**
 * @param {readonly { folder: string, name: string, path: string }[]} documents
 * @returns {ReadonlyMap<string, { number?: string, party?: string, sum?: string, word?: string }>} by their paths
 */
export const factsOf = (documents) => {
  const found = new Map();
  const later = [];
  for (const document of documents) {
    const { folder, name, path } = document;
    const receipt = /^(?:bon_|scan)/.test(name);
    if (receipt) found.set(path, RECEIPTS[join(folder, name)] ?? { word: 'total lei', party: 'bon fiscal' });
    else if (name.endsWith('.xml')) found.set(path, inXml(readFileSync(path, 'utf8')));
    else if (/^Factură.*\.pdf$/.test(name)) found.set(path, onPaper(path));
    else if (name.endsWith('.zip')) found.set(path, archive(path, name));
    else if (name.startsWith('Balanță')) found.set(path, balance(path));
    else later.push(document);
  }
  const sums = new Map([...found.values()].map(({ number, sum }) => [number, sum]));
  for (const { folder, name, path } of later) {
    const stem = (each) => each.replace(/( vechi)?\.\w+$/, '');
    const forms = later.filter((each) => each.folder === folder && stem(each.name) === stem(name));
    const text = forms.map((each) => textOf(each.path)).find((each) => each !== null);
    found.set(path, name.startsWith('Contract') ? contract(text, name) : statement(text, sums));
  }
  return found;
};
