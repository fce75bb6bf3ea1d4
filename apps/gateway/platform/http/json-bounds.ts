/** Structural limits of JSON bodies: no valid one comes near. */
const MOST = { depth: 32, fields: 1_000, values: 20_000 } as const;

const [QUOTE, BACKSLASH, COLON, COMMA] = ['"', '\\', ':', ','].map((sign) => sign.charCodeAt(0));
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = ['[', '{', ']', '}'].map((sign) => sign.charCodeAt(0));

/**
 * Whether JSON has more levels, fields or values than any endpoint needs. Checked before parsing: parsing, validating and
 * refusing many small values takes a hundred times as long as counting them.
 */
export const isBeyondBounds = (text: string): boolean => {
  let depth = 0;
  let fields = 0;
  let values = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (isText) {
      if (sign === BACKSLASH) at += 1;
      else if (sign === QUOTE) isText = false;
    } else if (sign === QUOTE) isText = true;
    else if (sign === COLON) fields += 1;
    else if (sign === COMMA) values += 1;
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1;
    if (depth > MOST.depth || fields > MOST.fields || values > MOST.values) return true;
  }
  return false;
};
