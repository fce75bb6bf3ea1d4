/** More than any phone has; it would only fill the memory. */
const MOST_PIXELS = 100_000_000;
const QUALITY = 0.9;

/** By the library, in a build that the page's policy allows: nothing in it is compiled while it runs. */
const decoded = async (photo: Blob): Promise<ImageData> => {
  const { default: libheif } = await import('libheif-js/libheif/libheif.js');
  const { HeifDecoder } = libheif();
  const [picture] = new HeifDecoder().decode(new Uint8Array(await photo.arrayBuffer()));
  if (!picture) throw new Error('there is no picture in it');
  const width = picture.get_width();
  const height = picture.get_height();
  if (width * height > MOST_PIXELS) throw new Error('the picture is too large');
  const pixels = new ImageData(width, height);
  await new Promise<void>((resolve, reject) =>
    picture.display(pixels, (shown) => (shown ? resolve() : reject(new Error('the picture is damaged')))),
  );
  return pixels;
};

const asJpeg = async (photo: Blob): Promise<Blob> => {
  // some browsers know the format themselves
  const bitmap = await createImageBitmap(photo).catch(async () => createImageBitmap(await decoded(photo)));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d')!;
  // a JPEG has no transparency
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
};

onmessage = ({ data }: MessageEvent<Blob>) => {
  void asJpeg(data).then(
    (made) => postMessage(made),
    () => postMessage(null),
  );
};
