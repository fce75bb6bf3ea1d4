/** What is used of the library that reads photos of phones. */
declare module 'libheif-js/libheif/libheif.js' {
  type Picture = {
    readonly get_width: () => number;
    readonly get_height: () => number;
    readonly display: (into: ImageData, done: (shown: ImageData | null) => void) => void;
  };
  type Library = {
    readonly HeifDecoder: new () => { readonly decode: (bytes: Uint8Array) => readonly Picture[] };
  };
  const libheif: () => Library;
  export default libheif;
}
