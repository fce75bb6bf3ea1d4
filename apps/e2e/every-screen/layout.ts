/** What is wrong with how a screen is laid out; it runs in the page, so it stands on nothing around it. */
export type Problem = { readonly kind: string; readonly what: string };

type Asked = {
  readonly language: string;
  /** Words of the other language that the screen's own has not. */
  readonly foreign: readonly string[];
};

export const problemsOfLayout = ({ language, foreign }: Asked): Problem[] => {
  const problems: Problem[] = [];
  const smallest = 24;
  const told = new Set<string>();
  const tell = (kind: string, what: string) => {
    if (told.has(kind + what)) return;
    told.add(kind + what);
    problems.push({ kind, what });
  };
  const named = (element: Element): string => {
    const classes = (element.getAttribute('class') ?? '').split(/\s+/);
    const own = classes.filter((each) => /^_|^mantine-[A-Z]/.test(each)).slice(0, 2);
    const label = (element.getAttribute('aria-label') ?? element.textContent).trim().replace(/\s+/g, ' ').slice(0, 40);
    return `${element.tagName.toLowerCase()}${own.map((each) => `.${each}`).join('')} „${label}”`;
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('[inert]');
  /** For readers of screens alone. */
  const isHidden = (element: Element): boolean => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      const { width, height } = each.getBoundingClientRect();
      if (width <= 1 || height <= 1) return true;
      if (getComputedStyle(each).clipPath === 'inset(50%)') return true;
    }
    return false;
  };
  // what is behind a dialog or a menu is for later
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')].filter(isShown);
  const top = dialogs.at(-1) ?? document.body;
  const all = [...document.body.querySelectorAll('*')].filter((each) => each instanceof HTMLElement && isShown(each));

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) tell('overflow', `the page is ${scrollWidth - clientWidth} px wider than the window`);
  for (const element of all) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth <= 1) continue;
    const { overflowX, textOverflow, display } = getComputedStyle(element);
    if (overflowX === 'visible' || display.startsWith('inline') || textOverflow === 'ellipsis') continue;
    if (isHidden(element) || element.textContent.trim() === '' || /^(INPUT|TEXTAREA)$/.test(element.tagName)) continue;
    // what is meant to be scrolled sideways is a group, or a region that the keys reach
    if (overflowX !== 'hidden' && element.matches('[role=group], [role=region], [tabindex="0"]')) continue;
    if (element.closest('pre, [role=grid]')) continue;
    tell('overflow', `${named(element)} (${overflowX}): ${element.scrollWidth} in ${element.clientWidth} px`);
  }

  const actions = 'button, a[href], [role=button], [role=tab], [role=menuitem], [role=option], summary';
  for (const action of top.querySelectorAll(actions)) {
    if (!isShown(action) || isHidden(action)) continue;
    if (action.matches('[role=option]')) continue;
    for (const part of [action, ...action.querySelectorAll('*')]) {
      if (!(part instanceof HTMLElement) || part.textContent.trim() === '') continue;
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(part);
      // of what a link leads to, a line shows as much as there is room for
      if (action.matches('a') && (textOverflow === 'ellipsis' || webkitLineClamp !== 'none')) continue;
      const isCut =
        (overflowX !== 'visible' && part.scrollWidth > part.clientWidth + 1) ||
        (overflowY === 'hidden' && part.scrollHeight > part.clientHeight + 2);
      if (isCut && !isHidden(part) && !part.closest('[title]')) tell('text cut', `${named(action)} in ${named(part)}`);
    }
  }

  /** Whether a press at this point reaches it, or what stands for it; null: nothing can be said of what is not seen now. */
  const isReached = (target: Element, x: number, y: number): boolean | null => {
    for (let each = target.parentElement; each; each = each.parentElement) {
      if (getComputedStyle(each).overflow === 'visible') continue;
      const { left, right, top: above, bottom } = each.getBoundingClientRect();
      if (x < left || x > right || y < above || y > bottom) return null;
    }
    const at = document.elementFromPoint(x, y);
    if (!at) return null;
    // over a list that goes on behind it
    if (at.closest('[role=toolbar], [role=row]:has([role=columnheader])')) return null;
    const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];
    const whole = target.matches('[type=checkbox], [type=radio]') && target.closest('[role=gridcell]');
    return [target, ...labels, ...(whole ? [whole] : [])].some((each) => each.contains(at)) || at.contains(target);
  };
  const targets =
    'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=slider]';
  for (const target of top.querySelectorAll(targets)) {
    if (!isShown(target) || isHidden(target) || (target as HTMLButtonElement).disabled) continue;
    const { width, height, x, y } = target.getBoundingClientRect();
    const middle = { x: x + width / 2, y: y + height / 2 };
    const covered = isReached(target, middle.x, middle.y);
    if (covered === false) {
      tell('covered', `${named(target)} by ${named(document.elementFromPoint(middle.x, middle.y)!)}`);
      continue;
    }
    const isLarge = width >= smallest && height >= smallest;
    // one in a sentence is as high as its line
    if (isLarge || getComputedStyle(target).display === 'inline') continue;
    const reach = smallest / 2 - 0.5;
    const around = [
      { x: middle.x - reach, y: middle.y },
      { x: middle.x + reach, y: middle.y },
      { x: middle.x, y: middle.y - reach },
      { x: middle.x, y: middle.y + reach },
    ].map((point) => isReached(target, point.x, point.y));
    if (around.includes(false)) tell('target', `${named(target)} is ${Math.round(width)} × ${Math.round(height)} px`);
  }

  const isKey = /^[a-z][a-zA-Z]+(\.[a-zA-Z]+)+$|\{\{/;
  const isForeign = new RegExp(`(^|[^\\p{L}.@/-])(${foreign.join('|')})(?![\\p{L}@/-]|\\.\\p{L})`, 'iu');
  const say = (text: string, element: Element) => {
    if (element.closest('[translate=no]') || element.closest('[lang]')?.getAttribute('lang') !== language) return;
    const said = text.trim().replace(/\s+/g, ' ').slice(0, 80);
    if (isKey.test(said)) tell('not translated', `${named(element)}: ${said}`);
    const word = foreign.length > 0 && isForeign.exec(said)?.[2];
    if (word) tell('other language', `${named(element)}: ${word} in „${said}”`);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.parentElement && text.textContent?.trim() && !/^(SCRIPT|STYLE)$/.test(text.parentElement.tagName))
      say(text.textContent, text.parentElement);
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) say(element.getAttribute(name) ?? '', element);
  return problems;
};
