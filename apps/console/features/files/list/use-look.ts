import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';

/** The file that is looked at stands in the address: it stays after a reload, and back leads to the list. */
export const useLook = (name: 'file' | 'look' = 'file') => {
  const navigate = useNavigate();
  const router = useRouter();
  const found: { readonly file?: string | undefined; readonly look?: string | undefined } = useSearch({
    strict: false,
  });
  const to = (id: string | undefined) => ({
    to: '.' as const,
    // another file was not found by those words
    search: (all: object) => ({ ...all, [name]: id, word: undefined }) as never,
  });
  return {
    fileId: found[name] ?? null,
    open: (id: string) => void navigate({ ...to(id), state: { isLook: true } }),
    /** The neighbour takes its place: one step back is still the list. */
    step: (id: string) => void navigate({ ...to(id), replace: true, state: true }),
    close: () => {
      if (router.state.location.state.isLook) router.history.back();
      else void navigate({ ...to(undefined), replace: true });
    },
  };
};
