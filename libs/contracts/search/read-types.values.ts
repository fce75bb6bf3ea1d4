import { MIME_TYPES, type Extension } from '../files/extensions.values';

const typesOf = (...extensions: readonly Extension[]): readonly string[] => [
  ...new Set(extensions.map((extension) => MIME_TYPES[extension])),
];

export const IMAGE_TYPES = typesOf('jpg', 'jpeg', 'png', 'gif', 'bmp', 'svg', 'webp');
/** Documents whose words are read: those that are mostly text, and all. */
export const TEXT_FILE_TYPES = typesOf('pdf', 'doc', 'docx', 'odt', 'rtf', 'txt', 'csv', 'xml', 'json', 'sql');
export const READ_TYPES = typesOf(
  ...(['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'rtf', 'txt', 'csv', 'xml', 'json', 'sql'] as const),
  ...(['doc', 'xls', 'jpg', 'png', 'webp', 'zip'] as const),
);
