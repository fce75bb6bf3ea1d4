// Names say a thing by the word that the field has for it (scripts/config/README.md).

/** Words that stood for many things at once, and what each of them is called in this field. */
export const PRIVATE_WORDS = new Map([
  ['kept', 'stored, cached, sealed or retained'],
  ['told', 'sent, raised, announced or reported'],
  ['asked', 'requested, queried or subscribed'],
  ['wanted', 'a request, a query or a search term'],
  ['heard', 'observed or handled'],
  ['spoken', 'a client event'],
  ['talk', 'conversation'],
  ['talks', 'conversations'],
  ['deaf', 'a slow consumer'],
  ['rests', 'backoff'],
  ['leftover', 'orphaned bytes, or what was interrupted'],
  ['leftovers', 'orphaned bytes, or what was interrupted'],
  ['upkeep', 'what is removed or renewed'],
]);

/** A name in its words: `MailBackoff`, `mail-backoff` and `MAIL_BACKOFF` have two. */
const wordsIn = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());

const privateIn = (name) => wordsIn(name).find((word) => PRIVATE_WORDS.has(word));

const namesOf = ({ declaration }) =>
  (declaration?.declarations?.map(({ id }) => id) ?? [declaration?.id]).filter((id) => id?.type === 'Identifier');

/** What others import, and the file that they find it in, have names of the field. */
export const fieldWords = {
  create: (context) => {
    const check = (node, name) => {
      const word = privateIn(name);
      if (word) context.report({ node, message: `Not "${word}": ${PRIVATE_WORDS.get(word)}.` });
    };
    return {
      Program: (node) => check(node, context.filename.split('/').at(-1)),
      ExportNamedDeclaration: (node) => {
        for (const id of namesOf(node)) check(id, id.name);
      },
    };
  },
};
