/** @jest-environment ./testing/browser.cjs */
import { cleanup, waitFor } from '@testing-library/react';
import type { File } from '@dosar/contracts';
import { aServer, show } from '../../../testing/screen';
import { Thumbnail } from './thumbnail';
import { hasThumbnail } from './thumbnails.queries';
import { staysSo } from '../../../testing/waiting';

const aPhoto = (id: string, changes: Partial<File> = {}): File =>
  ({ id, name: `${id}.jpg`, sha256: id, size: 9, mime_type: 'image/jpeg', ...changes }) as File;
const seen = { thumbnail: { type: 'image/webp', width: 96, height: 128, data: 'UklGRg==' } };
const image = () => document.querySelector('img');
/** Longer than a row must be seen before it asks. */
const STILL_MS = 250;
const icon = () => document.querySelector('svg');

describe('the small picture of a file', () => {
  it('takes the place of its icon when it is there, and is asked for once', async () => {
    const asked = aServer({ 'GET /files/a/thumbnail': () => seen });
    await show(<Thumbnail file={aPhoto('a')} />);
    expect(icon()).toBeTruthy();
    await waitFor(() => expect(image()?.src).toBe('data:image/webp;base64,UklGRg=='));
    expect(icon()).toBeNull();
    cleanup();
    await show(<Thumbnail file={aPhoto('a')} />);
    expect(image()).toBeTruthy();
    expect(asked).toHaveLength(1);
  });

  it('that cannot be drawn leaves the icon, and is not asked for again', async () => {
    const asked = aServer({ 'GET /files/b/thumbnail': () => ({ thumbnail: null, why: 'damaged' }) });
    for (const _ of ['once', 'again']) {
      await show(<Thumbnail file={aPhoto('b')} />);
      await waitFor(() => expect(asked).toHaveLength(1));
      await staysSo(() => icon() !== null && asked.length === 1, STILL_MS);
      cleanup();
    }
    expect(asked).toHaveLength(1);
  });

  it('of a row that only passes by is not asked for', async () => {
    const asked = aServer({});
    await show(<Thumbnail file={aPhoto('c')} />);
    cleanup();
    await staysSo(() => asked.length === 0, STILL_MS);
  });

  it('is asked for of photos, pictures and PDFs alone', () => {
    expect(hasThumbnail(aPhoto('d'))).toBe(true);
    for (const mime_type of ['application/pdf', 'image/gif', 'image/bmp', 'image/svg+xml'])
      expect(hasThumbnail(aPhoto('d', { mime_type }))).toBe(true);
    expect(hasThumbnail(aPhoto('d', { mime_type: 'text/plain' }))).toBe(false);
    expect(hasThumbnail(aPhoto('d', { size: 0 }))).toBe(false);
    expect(hasThumbnail(aPhoto('d', { sha256: null }))).toBe(false);
  });
});
