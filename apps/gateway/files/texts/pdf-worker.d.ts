/** It is imported for what it leaves in memory: the library finds it there. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs';
