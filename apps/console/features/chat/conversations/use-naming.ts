import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { mention, namedBy, namingAt, type Mentionable, type Naming } from '../composing/mentions';

type Asked = {
  readonly text: string;
  /** Those who can be named with an @. */
  readonly people: readonly Mentionable[];
  readonly onWrite: (text: string) => void;
};

/** Who is being named behind an @, those who may be meant, and which of them the keys are at. */
export const useNaming = (box: RefObject<HTMLTextAreaElement | null>, { text, people, onWrite }: Asked) => {
  const [naming, setNaming] = useState<Naming | null>(null);
  const [at, setAt] = useState(0);
  const caret = useRef<number | null>(null);
  // only when the text is there the caret can stand behind the name
  useLayoutEffect(() => {
    if (caret.current === null) return;
    box.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [box, text]);
  const offered = naming === null ? [] : namedBy(people, naming.words);
  return {
    offered,
    active: offered[Math.min(at, offered.length - 1)],
    move: (by: 1 | -1) => setAt((at + by + offered.length) % offered.length),
    look: (value: string, place: number) => {
      setNaming(namingAt(value, place));
      setAt(0);
    },
    close: () => setNaming(null),
    choose: (name: string) => {
      if (!naming) return;
      const named = mention(text, naming, name);
      caret.current = named.caret;
      onWrite(named.text);
      setNaming(null);
    },
  };
};
