import { NO_FIELDS } from '@dosar/contracts';
import type { DriveCommand } from '../drive.decider';
import type { DriveEvent } from '../drive.events';
import { deleted, fieldsChanged, file, given, tagsChanged } from '../../testing/drive';
import { recordedFields } from '../../recorded-fields';

const invoice = file('f', 'factura.xml');
const about = { fileId: 'f', year: 2026, folderId: null, name: 'factura.xml' } as const;
const said = { ...NO_FIELDS, number: 'FA 12', issuer: 'Alfa SRL', sum: 1190.5, currency: 'RON' };
const fill: DriveCommand = { type: 'FillFields', data: { fileId: 'f', fields: said } };
const filled: DriveEvent = {
  type: 'FileFieldsChanged',
  data: { ...about, source: 'e_factura', from: recordedFields(NO_FIELDS), to: recordedFields(said) },
};
const changed = (from: typeof said, to: typeof said): DriveEvent => ({
  type: 'FileFieldsChanged',
  data: { ...about, source: 'firm', from: recordedFields(from), to: recordedFields(to) },
});
const change = (fields: Partial<typeof said>): DriveCommand => ({
  type: 'ChangeFields',
  data: { fileId: 'f', change: fields },
});

describe('what a document says of itself', () => {
  it('is filled by its e-Factura, once', () => {
    given(invoice).when(fill).then(filled);
    given(invoice, filled).when(fill).thenNothing();
  });
  it('is not filled over what somebody has said, also when they emptied it', () => {
    const number = { ...NO_FIELDS, number: 'FA 13' };
    given(invoice, fieldsChanged('f', number)).when(fill).thenNothing();
    given(invoice, filled, changed(said, NO_FIELDS as typeof said))
      .when(fill)
      .thenNothing();
  });
  it('is changed field by field', () => {
    const to = { ...said, number: 'FA 13', issuer: null as unknown as string };
    given(invoice, filled)
      .when(change({ number: 'FA 13', issuer: null as unknown as string }))
      .then(changed(said, to));
    given(invoice, filled)
      .when(change({ number: 'FA 12' }))
      .thenNothing();
  });
  it('is read of older events, which do not say all of it', () => {
    const { buyer_cui, net, vat, ...old } = recordedFields(said);
    expect([buyer_cui, net, vat]).toEqual([null, null, null]);
    const before = { ...filled, data: { ...filled.data, from: old, to: old } } as DriveEvent;
    given(invoice, before)
      .when(change({ number: 'FA 13' }))
      .then(changed(said, { ...said, number: 'FA 13' }));
  });
  it('has a sum in lei where no other currency is named, and no currency without a sum', () => {
    given(invoice)
      .when(change({ sum: 7 }))
      .then(changed(NO_FIELDS as typeof said, { ...NO_FIELDS, sum: 7, currency: 'RON' } as typeof said));
    given(invoice, filled)
      .when(change({ sum: null as unknown as number }))
      .then(changed(said, { ...said, sum: null as unknown as number, currency: null as unknown as string }));
  });
  it('is not changed of what was deleted, or never was there', () => {
    given(invoice, deleted(invoice, 'd'))
      .when(change({ number: '1' }))
      .thenRefused('drive/unknown');
    given(invoice, deleted(invoice, 'd')).when(fill).thenRefused('drive/unknown');
    given()
      .when(change({ number: '1' }))
      .thenRefused('drive/unknown');
  });
});

describe('tags', () => {
  const tag = (...tags: string[]): DriveCommand => ({ type: 'ChangeTags', data: { fileId: 'f', tags } });
  it('are these and no others', () => {
    given(invoice, tagsChanged('f', ['urgent']))
      .when(tag('de plătit'))
      .then({ type: 'FileTagsChanged', data: { ...about, from: ['urgent'], to: ['de plătit'] } });
    given(invoice, tagsChanged('f', ['urgent']))
      .when(tag('urgent'))
      .thenNothing();
    given(invoice, deleted(invoice, 'd')).when(tag('urgent')).thenRefused('drive/unknown');
  });
  it('leave the fields as they are', () =>
    given(invoice, filled, tagsChanged('f', ['urgent']))
      .when(change({ number: 'FA 13' }))
      .then(changed(said, { ...said, number: 'FA 13' })));
});
