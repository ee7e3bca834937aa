import { spawn } from 'node:child_process';

import { inRoot } from '../root.mjs';

/** One line of a component each, and the rule that rejects it. */
const faults = {
  'jsx-a11y/alt-text': '<img src="/cover.png" />',
  'jsx-a11y/anchor-is-valid': '<a href="#">教室</a>',
  'jsx-a11y/aria-role': '<div role="speaker" />',
  'jsx-a11y/click-events-have-key-events': '<div role="option" aria-selected={false} tabIndex={0} onClick={onPress} />',
  'jsx-a11y/no-noninteractive-element-interactions': '<li onKeyDown={onPress}>教室</li>',
  'jsx-a11y/no-noninteractive-tabindex': '<p tabIndex={0}>教室</p>',
  'jsx-a11y/no-static-element-interactions': '<span onClick={onPress} onKeyDown={onPress} />',
  'house/limits-told-once': '<input aria-label="教室名" maxLength={50} />',
};

/** Lints the text as if it were a component, with all rules that apply there. */
async function lint(text) {
  const child = spawn(
    process.execPath,
    [
      inRoot('node_modules/eslint/bin/eslint.js'),
      ...['--stdin', '--stdin-filename', inRoot('shared/src/ui/button.tsx'), '--format', 'json'],
    ],
    // Otherwise the parser reads the file of that name from the disk.
    { env: { ...process.env, TSESTREE_SINGLE_RUN: 'false' } },
  );
  child.stdin.end(text);
  const [output] = await Promise.all([child.stdout.toArray(), new Promise((done) => child.once('close', done))]);
  return JSON.parse(Buffer.concat(output).toString())[0].messages;
}

describe('component lint rules', () => {
  let messages;
  const lines = Object.values(faults);
  beforeAll(async () => {
    messages = await lint(
      ['export const faults = (onPress: () => void) => [', ...lines.map((line) => `  ${line},`), '];'].join('\n'),
    );
  }, 120_000);

  it.each(Object.keys(faults))('reports a violation of %s', (rule) => {
    const line = Object.keys(faults).indexOf(rule) + 2;
    expect(messages).toContainEqual(expect.objectContaining({ ruleId: rule, line }));
  });
});
