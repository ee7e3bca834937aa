// @ts-check

/**
 * Prints the product's URL and, with the demo, the accounts that can sign in.
 * @param {Pick<import('./main').RunningServer, 'url' | 'demo' | 'mailUrl'>} server
 */
export function announce({ url, demo, mailUrl }) {
  if (demo) printPeople(demo);
  if (mailUrl) console.log(`Sent mails: ${mailUrl}`);
  console.log(`Ready: ${url} (${(performance.now() / 1000).toFixed(1)} s)`);
}

/** @param {NonNullable<import('./main').RunningServer['demo']>} demo */
function printPeople({ people, password }) {
  console.log(`\nDemo accounts (password ${password})`);
  for (const person of people) {
    const school = person.schoolCode
      ? `or school ${person.schoolCode}, student ${person.studentCode}; sign-up codes ${person.signUpCodes}`
      : '';
    console.log(`  ${padEnd(person.email, 34)}${padEnd(person.label, 34)}${school}`.trimEnd());
  }
  console.log('');
}

/**
 * Pads to a width in terminal columns: a Japanese character takes two.
 * @param {string} text
 * @param {number} columns
 */
function padEnd(text, columns) {
  const width = [...text].reduce((sum, character) => sum + (/[\u1100-\u9fff\uff00-\uff60]/.test(character) ? 2 : 1), 0);
  return text + ' '.repeat(Math.max(1, columns - width));
}
