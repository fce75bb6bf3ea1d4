import { useEffect, useState } from 'react';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Search } from 'lucide-react';

const TYPING_MS = 250;

type Props = { readonly label: string; readonly q: string; readonly onSearch: (q: string) => void };

/** Words to look for: they follow the typing at a distance, so that not every letter is a question. */
export const SearchInput = ({ label, q, onSearch }: Props) => {
  const [typed, setTyped] = useState(q);
  const [settled] = useDebouncedValue(typed.trim(), TYPING_MS);
  useEffect(() => {
    if (settled !== q) onSearch(settled);
    // only what was typed asks
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  return (
    <TextInput
      type="search"
      size="sm"
      aria-label={label}
      placeholder={label}
      leftSection={<Search size={16} />}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
};
