import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import { hasSought } from '@dosar/contracts';

/** Options whose labels have what is typed, as lists are searched everywhere. */
export const byLabel: OptionsFilter = ({ options, search }) =>
  (options as ComboboxItem[]).filter(({ label }) => hasSought(label, search));
