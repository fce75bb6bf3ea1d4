/** How the elements end that hold an attachment as base64, in UBL and in CII. */
const ATTACHED = 'BinaryObject';

/** An invoice's XML without the bytes of its attachments, which are nothing to be read. */
export const withoutAttachments = (xml: string): string => {
  const parts: string[] = [];
  let from = 0;
  for (let at = xml.indexOf(ATTACHED); at >= 0; at = xml.indexOf(ATTACHED, from)) {
    const begin = xml.indexOf('>', at);
    const end = begin < 0 ? -1 : xml.indexOf('<', begin);
    if (end < 0) break;
    parts.push(xml.slice(from, begin + 1));
    from = end;
  }
  return parts.join('') + xml.slice(from);
};
