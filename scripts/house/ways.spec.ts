import { execFileSync } from 'node:child_process';
import { dirname, join, normalize } from 'node:path';
import { filesIn, ROOT, textOf } from './files';

const all = new Set(filesIn());

/** The files that a page leads to: by a link, or by a search (`git grep -l '…'`) that finds one file and no other. */
const stepsFrom = (page: string): string[] => {
  if (!page.endsWith('.md')) return [];
  const text = textOf(page);
  const linked = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target]) =>
    normalize(join(dirname(page), target!)),
  );
  const searched = [...text.matchAll(/`git grep -l '([^'`]+)'`/g)].flatMap(([, word]) => {
    const found = execFileSync('git', ['grep', '--untracked', '-lF', word!, '--', '*.ts', '*.tsx'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const files = found.trim().split('\n');
    return files.length === 1 ? files : [];
  });
  return [...linked, ...searched].filter((file) => all.has(file));
};

const MOST_STEPS = 3;

/** Everything that is reached from the README, with the way there. */
const ways = (): Map<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>([['README.md', []]]);
  let edge = ['README.md'];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next: string[] = [];
    for (const page of edge)
      for (const file of stepsFrom(page))
        if (!found.has(file)) {
          found.set(file, [...found.get(page)!, file]);
          next.push(file);
        }
    edge = next;
  }
  return found;
};

/** What somebody who is new looks for, and what stands where it is found. */
const QUESTIONS: readonly { readonly question: string; readonly answers: readonly RegExp[] }[] = [
  { question: 'where a rename is decided', answers: [/^ {4}RenameFile: \(/m, /^ {4}RenameFolder: \(/m] },
  { question: 'where a letter is written', answers: [/letterPage\(language, html/] },
  { question: 'who may delete a message', answers: [/^ {4}DeleteMessage: \(/m] },
  { question: 'who may call what', answers: [/^export const policy: Policy = \{/m] },
  { question: 'how a view is rebuilt', answers: [/\bconst rebuild = /] },
];

describe('from the README in three steps', () => {
  const reached = ways();

  it.each(QUESTIONS)('$question', ({ answers }) => {
    const answering = [...reached.keys()].filter((file) => {
      const text = textOf(file);
      return answers.every((answer) => answer.test(text));
    });
    expect(answering).not.toEqual([]);
  });

  it('leads to no file that is not there', () => {
    const pages = [...reached.keys()].filter((file) => file.endsWith('.md'));
    const lost = pages.flatMap((page) =>
      [...textOf(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map(([, target]) => normalize(join(dirname(page), target!)).replace(/\/$/, ''))
        .filter((target) => ![...all].some((file) => file === target || file.startsWith(`${target}/`)))
        .map((target) => `${page}: ${target}`),
    );
    expect(lost).toEqual([]);
  });

  it('the README itself is a screen and a half', () => {
    expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(100);
  });
});
