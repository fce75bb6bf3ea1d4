import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { settled } from '../test';
import { problemsOfLayout, type Problem } from './layout';

export type Found = Problem & { readonly screen: string };

/**
 * All rules of the checker, also those that it leaves out unless asked. Contrast of seven to one is what WCAG's third
 * level wants, which the portal does not promise; the second level's is checked.
 */
const LEFT_OUT = { 'color-contrast-enhanced': { enabled: false } };

/**
 * Words of English that Romanian has not: where they stand in a Romanian screen something was not translated. Of an English
 * one nothing can be said so: what people write in the demo is Romanian.
 */
const ENGLISH = `the and with your you this from please loading search close open save cancel next previous back show hide
  more less select clear new files? folders? users? settings sign rows? today yesterday tomorrow monday january february march
  may june july october not no yes all none month year day of required error failed success dismiss toggle password unknown`;

const TAGS = 'wcag2a wcag2aa wcag2aaa wcag21a wcag21aa wcag22a wcag22aa best-practice experimental'.split(' ');

/** Without what is different each time. */
const shortOf = (html: string) =>
  html.replace(/ (id|style|aria-controls|aria-labelledby|aria-describedby|data-file|value)="[^"]*"/g, '').slice(0, 160);

const axeIn = async (page: Page): Promise<Problem[]> => {
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values: TAGS }, rules: LEFT_OUT })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        // the arrows walk through options and items, and scroll them
        .filter(({ html }) => id !== 'scrollable-region-focusable' || !/ScrollArea-viewport|role="menu"/.test(html))
        .map(({ html, failureSummary }) => ({
          kind: `axe ${id}`,
          what: `${shortOf(html)} ${failureSummary ?? ''}`,
        })),
    );
};

/** What would keep somebody from using what is shown, or looks broken. */
export const problemsOf = async (page: Page, language: 'ro' | 'en'): Promise<Problem[]> => {
  await settled(page);
  const layout = await page.evaluate(problemsOfLayout, {
    language,
    foreign: language === 'ro' ? ENGLISH.split(/\s+/) : [],
  });
  return [...layout, ...(await axeIn(page))];
};
