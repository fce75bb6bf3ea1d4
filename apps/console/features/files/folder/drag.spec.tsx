/** @jest-environment ./testing/browser.cjs */
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { aFile } from '../../../testing/drive';
import { endDrag, startDrag, useDrop } from './drag';
import { entryOfFile } from '../list/entries';

const entries = ['a', 'b'].map((id) => entryOfFile(aFile(id, `${id}.pdf`)));

type Place = { readonly name: string; readonly folderId?: string; readonly told: unknown[]; readonly inside?: Place };

/** A place that takes files from the desktop and, if it is a folder, entries; another may be inside it. */
const Target = ({ name, folderId, told, inside }: Place) => {
  const { isOver, handlers } = useDrop({
    onFiles: (transfer) => told.push([name, 'files', transfer.types]),
    ...(folderId !== undefined && {
      folderId,
      onEntries: (dropped) => told.push([name, dropped.map(({ id }) => id).join('')]),
    }),
  });
  return (
    <section aria-label={name} data-over={isOver} {...handlers}>
      <p>{name}</p>
      {inside && <Target {...inside} />}
    </section>
  );
};

const aScreen = () => {
  const told: unknown[] = [];
  render(
    <>
      <div
        role="row"
        tabIndex={-1}
        draggable
        onDragStart={(event) => startDrag(event, entries, 'două')}
        onDragEnd={endDrag}
      >
        două
      </div>
      <Target name="Listă" told={told} inside={{ name: 'Facturi', folderId: 'y', told }} />
      <Target name="Dosarul a" folderId="a" told={told} />
    </>,
  );
  return told;
};

const place = (name: string) => screen.getByRole('region', { name });
const isOver = (name: string) => place(name).dataset['over'] === 'true';

/** What the browser hands along with a drag. */
const transfer = (types: readonly string[]) => {
  const data: Record<string, string> = {};
  return {
    types,
    effectAllowed: 'all',
    dropEffect: 'none',
    data,
    setData: (type: string, text: string) => (data[type] = text),
  };
};
const fromDesktop = () => transfer(['Files']);
const inPage = () => transfer(['text/plain']);

type Step = 'dragEnter' | 'dragOver' | 'dragLeave' | 'drop';
/** @returns whether the place takes it: else the browser does what it does with links. */
const over = (name: string, step: Step, dataTransfer: object) => {
  const event = createEvent[step](place(name), { dataTransfer });
  fireEvent(place(name), event);
  return event.defaultPrevented;
};
const take = () => {
  const carried = inPage();
  fireEvent.dragStart(screen.getByRole('row'), { dataTransfer: carried });
  return carried;
};

describe('what is dragged', () => {
  afterEach(endDrag);

  it('from the desktop goes to the nearest place, which shows it and is named a copy', () => {
    const told = aScreen();
    const files = fromDesktop();
    expect(over('Listă', 'dragEnter', files)).toBe(true);
    expect(isOver('Listă')).toBe(true);
    expect(over('Facturi', 'dragEnter', files)).toBe(true);
    expect(over('Facturi', 'dragOver', files)).toBe(true);
    expect([isOver('Facturi'), files.dropEffect]).toEqual([true, 'copy']);
    expect(over('Facturi', 'drop', files)).toBe(true);
    expect(isOver('Facturi')).toBe(false);
    expect(told).toEqual([['Facturi', 'files', ['Files']]]);
  });

  it('inside the page goes to folders, is a move, and is gone once it was dropped', () => {
    const told = aScreen();
    const carried = take();
    expect([carried.effectAllowed, carried.data]).toEqual(['move', { 'text/plain': 'două' }]);
    expect(over('Facturi', 'dragEnter', carried)).toBe(true);
    expect(over('Facturi', 'dragOver', carried)).toBe(true);
    expect([isOver('Facturi'), isOver('Listă'), carried.dropEffect]).toEqual([true, false, 'move']);
    expect(over('Facturi', 'drop', carried)).toBe(true);
    expect(isOver('Facturi')).toBe(false);
    expect(over('Facturi', 'drop', carried)).toBe(false);
    expect(told).toEqual([['Facturi', 'ab']]);
  });

  it('does not go into itself, nor to a place that is no folder, nor on after it was let go', () => {
    const told = aScreen();
    const carried = take();
    for (const step of ['dragEnter', 'dragOver', 'dragLeave', 'drop'] as const)
      for (const name of ['Dosarul a', 'Listă']) expect(over(name, step, carried)).toBe(false);
    expect([isOver('Dosarul a'), isOver('Listă')]).toEqual([false, false]);
    fireEvent.dragEnd(screen.getByRole('row'), { dataTransfer: carried });
    expect(over('Facturi', 'dragEnter', carried)).toBe(false);
    expect(told).toEqual([]);
  });

  it('of another kind, a marked text say, is nobody’s', () => {
    const told = aScreen();
    for (const step of ['dragEnter', 'dragOver', 'drop'] as const) expect(over('Facturi', step, inPage())).toBe(false);
    expect([isOver('Facturi'), told]).toEqual([false, []]);
  });

  it('is over a place until it has left all that is in it', () => {
    aScreen();
    const files = fromDesktop();
    const inside = screen.getByText('Listă');
    over('Listă', 'dragEnter', files);
    // what is in the place is entered before the place is left
    fireEvent.dragEnter(inside, { dataTransfer: files });
    over('Listă', 'dragLeave', files);
    expect(isOver('Listă')).toBe(true);
    fireEvent.dragLeave(inside, { dataTransfer: files });
    expect(isOver('Listă')).toBe(false);
    over('Listă', 'dragEnter', files);
    over('Listă', 'dragLeave', files);
    expect(isOver('Listă')).toBe(false);
  });

  it('is over a folder or over what is around it, not over both', () => {
    aScreen();
    const files = fromDesktop();
    over('Listă', 'dragEnter', files);
    over('Facturi', 'dragEnter', files);
    over('Listă', 'dragLeave', files);
    expect([isOver('Facturi'), isOver('Listă')]).toEqual([true, false]);
    over('Listă', 'dragEnter', files);
    over('Facturi', 'dragLeave', files);
    expect([isOver('Facturi'), isOver('Listă')]).toEqual([false, true]);
  });
});
