/** A number of SPV, and what the signature of its answer is called. */
const ANSWER = /^(?:.*\/)?(\w{1,60})\.xml$/i;
const SIGNATURE = /^(?:.*\/)?semnatura_(\w{1,60})\.xml$/i;

/** A larger archive is none of SPV, and is not opened to see. */
export const SIGNED_BYTES = 2 * 1024 * 1024;

/**
 * The invoice in an archive as SPV hands it out, which is `<number>.xml` and `semnatura_<number>.xml` and nothing else; null
 * for any other archive.
 */
export const signedInvoiceIn = <P extends { readonly name: string }>(parts: readonly P[]): P | null => {
  if (parts.length !== 2) return null;
  const signature = parts.find(({ name }) => SIGNATURE.test(name));
  const invoice = parts.find((part) => part !== signature && ANSWER.test(part.name));
  if (!signature || !invoice) return null;
  const isOf = SIGNATURE.exec(signature.name)?.[1] === ANSWER.exec(invoice.name)?.[1];
  return isOf ? invoice : null;
};
