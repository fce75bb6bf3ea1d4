import i18next from 'i18next';
import { companyName } from './company-name';

it('a company is called by its name, else by its CUI, and by neither once it was erased', async () => {
  const ro = { translation: { names: { erased: 'firmă ștearsă' } } };
  await i18next.init({ lng: 'ro', resources: { ro } });
  expect(companyName({ name: 'Contab Expert', cui: '1' })).toBe('Contab Expert');
  expect(companyName({ societate: 'Brutăria SRL', cui: '1' })).toBe('Brutăria SRL');
  expect(companyName({ name: null, cui: '1' })).toBe('1');
  expect(companyName({ name: null, societate: null, cui: null })).toBe('firmă ștearsă');
});
