/** Of the library that shows PDF, as the build knows it. */
declare const __PDF_VERSION__: string;
