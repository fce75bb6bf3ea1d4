import { useState } from 'react';
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';

const TYPING_MS = 250;

type Props = {
  readonly label: string;
  readonly q: string;
  readonly onSearch: (q: string) => void;
  /** With Enter: searches at once. */
  readonly onEnter?: (q: string) => void;
};

/** A search input, debounced. */
export const SearchInput = ({ label, q, onSearch, onEnter }: Props) => {
  const [typed, setTyped] = useState(q);
  const [asked, setAsked] = useState(q);
  const [seen, setSeen] = useState(q);
  const ask = useDebouncedCallback((words: string) => {
    // what has been changed from outside meanwhile is not in the field any more
    if (words !== typed.trim()) return;
    setAsked(words);
    onSearch(words);
  }, TYPING_MS);
  if (q !== seen) {
    setSeen(q);
    // changed from outside: what stood there is dropped
    if (q !== asked) {
      setAsked(q);
      setTyped(q);
    }
  }
  return (
    <TextInput
      type="search"
      size="sm"
      aria-label={label}
      placeholder={label}
      leftSection={<Search size={16} />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        ask(currentTarget.value.trim());
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter') return;
        ask.flush();
        onEnter?.(currentTarget.value.trim());
      }}
    />
  );
};
