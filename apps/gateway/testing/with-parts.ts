import { deflateSync } from 'node:zlib';
import { pageOf, PAGES, packed, pdfOf, pdfText, streamOf } from './pdf-builder';

type Attached = { readonly name: string; readonly data: string | Buffer };

const embedded = (data: string | Buffer) =>
  streamOf(deflateSync(Buffer.from(data)), '/Type /EmbeddedFile /Filter /FlateDecode');

/** A PDF with files attached to it, and the data of a form. */
export const pdfWithFiles = (files: readonly Attached[], { form = '', text = 'Borderou 7' } = {}): Buffer => {
  const first = 5;
  const specs = files.map(({ name }, at) => {
    const content = `${first + 2 * at + 1} 0 R`;
    return `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${content} >> >>`;
  });
  const names = files.map(({ name }, at) => `(${name}) ${first + 2 * at} 0 R`).join(' ');
  const last = first + 2 * files.length;
  const xfa = form ? `/AcroForm << /Fields [] /XFA [(template) ${last} 0 R (datasets) ${last + 1} 0 R] >>` : '';
  const forms = form ? [packed('<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"/>'), packed(form)] : [];
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${xfa} /Names << /EmbeddedFiles << /Names [${names}] >> >> >>`,
    PAGES,
    pageOf('/Contents 4 0 R'),
    packed(pdfText(text)),
    ...files.flatMap(({ data }, at) => [specs[at]!, embedded(data)]),
    ...forms,
  ]);
};

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

/** An electronic invoice with files in it. */
export const invoiceWithFiles = (
  files: readonly (Attached & { readonly type: string })[],
  number = 'MOA 77',
): string => {
  const references = files.map(
    ({ name, type, data }, at) =>
      `<cac:AdditionalDocumentReference><cbc:ID>A${at}</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject` +
      ` mimeCode="${type}" filename="${name}">${Buffer.from(data).toString('base64')}</cbc:EmbeddedDocumentBinaryObject>` +
      '</cac:Attachment></cac:AdditionalDocumentReference>',
  );
  return (
    `<?xml version="1.0" encoding="UTF-8"?><Invoice xmlns="${UBL}:Invoice-2" xmlns:cac="${UBL}:CommonAggregateComponents-2"` +
    ` xmlns:cbc="${UBL}:CommonBasicComponents-2"><cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-09-14</cbc:IssueDate>` +
    `${references.join('')}<cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="RON">128.50</cbc:PayableAmount>` +
    '</cac:LegalMonetaryTotal></Invoice>'
  );
};
