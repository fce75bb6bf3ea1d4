import { FEATURES, type Feature, type Role } from '@dosar/contracts';
import { searchedBy } from './searched';

const searched = (role: Role, ...left: readonly Feature[]) =>
  searchedBy({ role, features: FEATURES.filter((each) => !left.includes(each)) }).join(' ');

it('there is something to be looked for as long as the installation has any of it', () => {
  expect(searched('user')).toBe('clients folders files messages');
  expect(searched('user', 'chat')).toBe('clients folders files');
  expect(searched('user', 'file_manager')).toBe('messages');
  expect(searched('user', 'file_manager', 'chat')).toBe('');
  expect(searched('accountant', 'file_manager')).toBe('clients messages');
  expect(searched('admin', 'file_manager', 'chat')).toBe('clients');
});
