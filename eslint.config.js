import js from '@eslint/js';
import query from '@tanstack/eslint-plugin-query';
import accessibility from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import redos from 'eslint-plugin-redos';
import globals from 'globals';
import ts from 'typescript-eslint';
import { edges } from './scripts/config/eslint.edges.mjs';
import { house } from './scripts/config/eslint.house.mjs';

// Which project may import what is dependency-cruiser's to say: .dependency-cruiser.cjs
export default ts.config(
  { ignores: ['**/dist*/**', '**/node_modules/**', '**/*.gen.ts', '**/*.cjs', '.nx/**', '**/test-results/**'] },
  js.configs.recommended,
  { languageOptions: { globals: globals.node } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-extraneous-class': 'off',
      // ports are asynchronous also where a keeper is not
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  ...house,
  ...edges,
  {
    // what people send meets these: no text may take longer than its length
    files: ['apps/**/*.{ts,tsx}', 'libs/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/*.spec.tsx', 'apps/e2e/**', 'apps/console/vite.*'],
    plugins: { redos },
    rules: { 'redos/no-vulnerable': ['error', { ignoreErrors: false, timeout: 20_000, cache: false }] },
  },
  {
    files: ['apps/console/**/*.{ts,tsx}'],
    ...hooks.configs.flat.recommended,
    rules: {
      ...hooks.configs.flat.recommended.rules,
      'react-hooks/incompatible-library': 'off',
      // the router's way to lead elsewhere
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
      ],
    },
  },
  { files: ['apps/console/**/*.{ts,tsx}'], extends: [query.configs['flat/recommended']] },
  {
    files: ['apps/console/**/*.tsx'],
    extends: [accessibility.flatConfigs.recommended],
    // a screen or dialog with one thing to fill in begins there, as people expect of sign-in
    rules: { 'jsx-a11y/no-autofocus': 'off' },
  },
  {
    // parts of a grid and of a tree: the focus and all keys are its own, which names the row it is at (aria-activedescendant)
    files: ['apps/console/features/files/{list/file-row,list/name-cell,tree/tree-item}.tsx'],
    rules: {
      'jsx-a11y/click-events-have-key-events': 'off',
      'jsx-a11y/interactive-supports-focus': 'off',
      'jsx-a11y/no-static-element-interactions': 'off',
    },
  },
  {
    // parts of these run in a page
    files: ['scripts/bench/{console,talk}.mjs', 'scripts/rel/sockets/lost-lines.mjs'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['**/*.spec.ts', '**/*.spec.tsx', '**/*.suite.ts', 'libs/kernel/testing.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
);
