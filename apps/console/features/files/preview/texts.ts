/** Old files of Romanian programs are written so, when they are not UTF-8. */
const OLD = 'windows-1250';

/** A text as it was meant: by its mark, else as UTF-8, else as older programs wrote Romanian. */
export const textOf = (bytes: ArrayBuffer, isCut: boolean): string => {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // a letter that was cut in two at the end is no mistake
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder(OLD).decode(bytes);
  }
};

const DEEPEST = 200;
const serializer = new XMLSerializer();

const attributesOf = ({ attributes }: Element) =>
  [...attributes].map(({ name, value }) => ` ${name}="${value}"`).join('');

const isText = ({ nodeType, textContent }: Node) => nodeType === Node.TEXT_NODE && (textContent?.trim() ?? '') !== '';

const written = (element: Element, depth: number, lines: string[]): void => {
  const indent = '  '.repeat(depth);
  const inside = [...element.childNodes].filter((each) => each.nodeType !== Node.TEXT_NODE || isText(each));
  // words and elements side by side are one text, and what is too deep stays as it is
  if (inside.length === 0 || inside.some(isText) || depth >= DEEPEST) {
    lines.push(indent + serializer.serializeToString(element).replace(/ xmlns(:\w+)?="[^"]*"/g, ''));
    return;
  }
  lines.push(`${indent}<${element.tagName}${attributesOf(element)}>`);
  for (const child of inside)
    if (child instanceof Element) written(child, depth + 1, lines);
    else lines.push(`${indent}  ${serializer.serializeToString(child)}`);
  lines.push(`${indent}</${element.tagName}>`);
};

/** XML with each element on a line of its own, as deep as it lies. */
export const indented = ({ documentElement }: Document): string => {
  const lines: string[] = [];
  written(documentElement, 0, lines);
  return lines.join('\n');
};
