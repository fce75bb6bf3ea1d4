import sharp, { type Sharp } from 'sharp';

/** A bitmap has each pixel in memory at once, four bytes of it. */
const MOST_PIXELS = 60_000_000;
/** Where its header says how large it is; a negative height is counted from the top. */
const SIZES = { width: 18, height: 22, end: 26 };

export const isBitmap = (bytes: Uint8Array): boolean => bytes[0] === 0x42 && bytes[1] === 0x4d;

/** A BMP, which the other library does not read, drawn so small. @throws Error when it is none, or too large */
export const bitmap = async (bytes: Uint8Array, side: number): Promise<Sharp> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SIZES.end));
  const pixels = view.getInt32(SIZES.width, true) * Math.abs(view.getInt32(SIZES.height, true));
  if (pixels > MOST_PIXELS) throw new Error('over the pixel limit');
  // loaded only for those who have such pictures
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(bytes);
  const scale = Math.min(1, side / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return sharp(canvas.data(), { raw: { width, height, channels: 4 } });
};
