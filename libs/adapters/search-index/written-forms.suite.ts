import type { SearchIndex } from '@dosar/search';
import { placeAt } from '../testing/places';
import { aDocument, aQuery } from '../testing/search-documents';
import { seeded } from '../testing/seeded';

type Random = ReturnType<typeof seeded>;
/** The forms in which people write a thing, made at random. */
type Forms = (random: Random) => readonly string[];

const lettersOf = (count: number, { oneOf }: Random, of = 'ABCDFGHIKLMNPQRSTVXZ') =>
  Array.from({ length: count }, () => oneOf([...of])).join('');
const digitsOf = (count: number, random: Random) => lettersOf(count, random, '123456789');
const inFours = (text: string, gap: string) => text.match(/.{1,4}/g)!.join(gap);

const WRITTEN: Readonly<Record<string, Forms>> = {
  abbreviations: (random) => {
    const letters = [...lettersOf(2 + random.below(3), random)];
    const joined = letters.join('');
    const dotted = letters.join('.');
    return [joined, joined.toLowerCase(), dotted, `${dotted}.`, `${letters.join('. ')}.`, dotted.toLowerCase()];
  },
  'series and numbers': (random) => {
    const series = lettersOf(2 + random.below(2), random);
    const number = digitsOf(3 + random.below(4), random);
    return ['', '-', ' ', '/', '.', '_'].map((gap) => series + gap + number);
  },
  'letters, digits and letters': (random) => {
    const plate = [lettersOf(2, random), digitsOf(2, random), lettersOf(3, random)];
    return ['', ' ', '-', '.'].map((gap) => plate.join(gap));
  },
  accounts: (random) => {
    const account = `RO${digitsOf(2, random)}${lettersOf(4, random)}${digitsOf(16, random)}`;
    const parted = `RO ${account.slice(2, 4)} ${inFours(account.slice(4), ' ')}`;
    return [
      account,
      account.toLowerCase(),
      inFours(account, ' '),
      inFours(account, '-'),
      inFours(account, '\u00a0'),
      parted,
    ];
  },
  telephones: (random) => {
    const area = `7${digitsOf(2, random)}`;
    const one = digitsOf(3, random);
    const other = digitsOf(3, random);
    const grouped = [' ', '.', '-', '\u00a0'].map((gap) => [`0${area}`, one, other].join(gap));
    const abroad = ['+40', '0040', '+40 ', '0040 '].map((code) => `${code}${area} ${one} ${other}`);
    const national = `0${area}${one}${other}`;
    return [
      national,
      `+4${national}`,
      `004${national}`,
      ...grouped,
      ...abroad,
      `(0${area}) ${one} ${other}`,
      `0${area}/${one}${other}`,
    ];
  },
  sums: (random) => {
    const thousands = digitsOf(1 + random.below(3), random);
    const hundreds = digitsOf(3, random);
    const cents = digitsOf(2, random);
    const grouped = ['', '.', ' ', '\u00a0', '\u202f'].map((gap) => `${thousands}${gap}${hundreds},${cents}`);
    return [...grouped, `${thousands}${hundreds}.${cents}`, `${thousands},${hundreds}.${cents}`];
  },
  'sums with tenths': (random) => {
    const thousands = digitsOf(1 + random.below(3), random);
    const hundreds = digitsOf(3, random);
    const tenths = digitsOf(1, random);
    const whole = [`${thousands}${hundreds}`, `${thousands}.${hundreds}`, `${thousands} ${hundreds}`];
    return [
      ...whole.flatMap((each) => [`${each},${tenths}`, `${each},${tenths}0`]),
      `${whole[0]}.${tenths}`,
      `${whole[0]}.${tenths}0`,
    ];
  },
  'round sums': (random) => {
    const groups = [digitsOf(2, random), digitsOf(3, random), digitsOf(3, random)];
    return ['', '.', ' ', ',', '\u00a0'].map((gap) => groups.join(gap));
  },
  'tax codes': (random) => {
    const code = digitsOf(8, random);
    const grouped = `RO ${code.slice(0, 3)} ${code.slice(3, 6)} ${code.slice(6)}`;
    return [code, `RO${code}`, `RO ${code}`, `ro${code}`, `RO-${code}`, grouped];
  },
  days: (random) => {
    const day = 1 + random.below(9);
    const month = 1 + random.below(6);
    const year = 2020 + random.below(9);
    const name = ['ianuarie', 'februarie', 'Martie', 'aprilie', 'mai', 'Iunie'][month - 1]!;
    return [
      `0${day}.0${month}.${year}`,
      `${day}.${month}.${year}`,
      `0${day}/0${month}/${year}`,
      `${year}-0${month}-0${day}`,
      `${year}0${month}0${day}`,
      `${day} ${name} ${year}`,
    ];
  },
  'words with a hyphen': ({ oneOf }) => {
    const words = oneOf(['on line', 'Sibiu Vest', 'prim vicepreședinte', 'cont curent']).split(' ');
    return [words.join('-'), words.join(''), words.join('-').toUpperCase()];
  },
  'words of the net': ({ oneOf }) => {
    const word = oneOf(['Factura', 'Transport', 'Sigiliu', 'Guvernare', 'Popriri']);
    return [`e-${word}`, `e${word}`, `E-${word.toUpperCase()}`, `e${word.toLowerCase()}`];
  },
};

/** What one writes apart another writes together: each form finds all. */
export const findsEveryWrittenForm = (index: () => SearchIndex): void => {
  let position = 1_000n;
  const put = (titles: readonly string[], others: readonly string[]) =>
    index().put(
      [
        ...titles.map((title, at) => ({ id: `d${at}`, document: aDocument(`d${at}`, title) })),
        ...others.map((title, at) => ({ id: `o${at}`, document: aDocument(`o${at}`, title) })),
      ],
      placeAt((position += 1n)),
    );
  const found = async (text: string) => (await index().search(aQuery(text))).hits.map(({ id }) => id).sort();

  it.each(Object.entries(WRITTEN))('finds all forms of %s by each of them, and no other', async (_, formsOf) => {
    for (const seed of [1, 2, 3]) {
      const random = seeded(seed);
      const forms = formsOf(random);
      const said = (form: string) => `Moara ${form} lei`;
      const ids = forms.map((__, at) => `d${at}`).sort();
      const others = formsOf(random);
      if (others.some((form) => forms.includes(form))) continue;
      await put(forms.map(said), others.map(said));
      for (const form of forms)
        for (const text of [said(form), form]) expect([text, await found(text)]).toEqual([text, ids]);
    }
  });

  it.each<[string, string]>([
    ['Alfa S.R.L.', 'Alfa SRL'],
    ['Seria FA 1001', 'Seria FA1001'],
    ['Tel. 0722 123 456', 'Tel. 0722123456'],
    ['Suma 1 200', 'Suma 1200'],
  ])('finds exact words as they are written: "%s" and "%s"', async (apart, together) => {
    await put([apart], [together]);
    expect(await found(`"${apart}"`)).toEqual(['d0']);
    expect(await found(`"${together}"`)).toEqual(['o0']);
  });

  it('P15: finds a company however its form is written', async () => {
    await put(['ALFA CONSULT S.R.L. din Cluj', 'Alfa Consult SRL'], ['Alfa Consult SA']);
    for (const text of ['alfa consult srl', 'Alfa Consult S.R.L.', 'alfa consult s. r. l.'])
      expect([text, await found(text)]).toEqual([text, ['d0', 'd1']]);
  });

  it('finds a word that the end of a line breaks', async () => {
    await put(['Servicii de contabi-\nlitate', 'Servicii de contabi\u00ad\nlitate'], ['Servicii de contabil']);
    expect(await found('"servicii" contabilitate')).toEqual(['d0', 'd1']);
  });

  it('finds a number without the noughts that it is filled up with', async () => {
    await put(['Factura 0001001', 'Factura FA0001001', 'Factura FA 0001001'], ['Factura 1010001']);
    for (const text of ['factura 1001', '1001']) expect([text, await found(text)]).toEqual([text, ['d0', 'd1', 'd2']]);
  });

  it('finds two numbers that stand apart, also where they could be one', async () => {
    await put(['Anexa 12 din 345'], []);
    expect(await found('anexa 12 345')).toEqual(['d0']);
  });

  it('marks what is written in groups', async () => {
    await put(['Alfa Consult S.R.L. Cluj'], []);
    const { hits } = await index().search(aQuery('alfa srl'));
    expect(hits[0]!.excerpt.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['Alfa', 'S.R.L.']);
  });
};
