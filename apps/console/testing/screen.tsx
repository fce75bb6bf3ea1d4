import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, configure, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { speak, speakAlso } from '../app/i18n';
import { queries } from '../platform/queries';
import { theme } from '../ui/theme/theme';

// the machines that run this are small and shared
configure({ asyncUtilTimeout: 20_000 });

const watched = new Map<Element, (isSeen: boolean) => void>();

/** Somebody scrolls to something, or away from it. */
export const scrollTo = (element: Element, isSeen = true): void => act(() => watched.get(element)?.(isSeen));

// what jsdom, which lays nothing out, does not have
Object.assign(globalThis, {
  matchMedia: (media: string) => ({ matches: false, media, addEventListener() {}, removeEventListener() {} }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  IntersectionObserver: class {
    constructor(private readonly tell: (entries: readonly object[]) => void) {}
    observe(element: Element) {
      watched.set(element, (isIntersecting) => this.tell([{ isIntersecting }]));
    }
    disconnect() {}
  },
  PointerEvent: class extends MouseEvent {
    readonly pointerType: string;
    constructor(type: string, init: PointerEventInit = {}) {
      super(type, init);
      this.pointerType = init.pointerType ?? '';
    }
  },
  CSS: { supports: () => false, escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') },
});
Object.assign(Element.prototype, { scrollIntoView: () => {}, scrollTo: () => {}, scrollBy: () => {} });
window.scrollTo = () => {};
// rows are drawn as far as they are seen
for (const side of ['clientWidth', 'clientHeight'])
  Object.defineProperty(Element.prototype, side, { configurable: true, get: () => 1_000 });

/** What a server answers, by method and path, at once or later: an object is the body of a success, unless it is a whole answer. */
export type Answers = Readonly<Record<string, (url: URL, body: unknown) => object>>;

/** A server that knows these calls and no other. @returns what it was asked. */
export const aServer = (answers: Answers): string[] => {
  const asked: string[] = [];
  globalThis.fetch = (address, { method = 'GET', body } = {}) => {
    const url = new URL(address as string, 'http://dosar.test');
    asked.push(`${method} ${url.pathname}${url.search}`);
    const answer = answers[`${method} ${url.pathname.replace(/^\/api/, '')}`];
    if (!answer) throw new Error(`nobody answers ${method} ${url.pathname}`);
    const given = typeof body === 'string' ? (JSON.parse(body) as unknown) : body;
    const said = Promise.resolve(answer(url, given));
    // what it was is its own name
    const headers = { 'x-correlation-id': `${method} ${url.pathname}` };
    return said.then((each) => (each instanceof Response ? each : Response.json(each, { headers })));
  };
  return asked;
};

/** All that is said inside the portal, in Romanian. */
export const speakRomanian = async (): Promise<void> => {
  await speakAlso('signedIn', 'ro');
  await speakAlso('auditors', 'ro');
  await speak('ro');
};

/** Shows something as it is shown inside the portal, in Romanian. */
export const show = async (content: ReactNode): Promise<{ readonly person: UserEvent }> => {
  queries.clear();
  await speakRomanian();
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: createRootRoute({ component: () => content }), history });
  await router.load();
  const person = userEvent.setup();
  render(
    <I18nextProvider i18n={i18next}>
      <MantineProvider theme={theme} env="test">
        <QueryClientProvider client={queries}>
          {/* the tree of the application is not this one */}
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nextProvider>,
  );
  return { person };
};
