// @ts-check

/**
 * Prints the product's URL, the result of releasing the builds of this workspace and, with the demo, the accounts that
 * can sign in.
 * @param {Pick<import('./main').RunningServer, 'url' | 'demo' | 'mailUrl' | 'builds'>} server
 */
export function announce({ url, demo, mailUrl, builds: { published, kept } }) {
  if (demo) printPeople(demo);
  if (published.length > 0) console.log(`Live from this workspace: ${published.join(', ')}`);
  for (const { build, live } of kept)
    console.log(
      `Not live: ${build}. ${live ? `A release of its team stays: ${live}. To replace it` : 'Its remote is retired. To bring it back'}: npm run release -- ${build.split(' ')[0]}`,
    );
  if (mailUrl) console.log(`Sent mails: ${mailUrl}`);
  console.log(`Ready: ${url} (${(performance.now() / 1000).toFixed(1)} s)`);
}

/**
 * Prints what this process does for the product, and at which address.
 * @param {string} role
 * @param {Record<string, string | undefined>} env
 */
export function announceRole(role, { HOST = '127.0.0.1', PORT }) {
  console.log(`Ready: ${role} at http://${HOST}:${PORT} (${(performance.now() / 1000).toFixed(1)} s)`);
}

/** @param {NonNullable<import('./main').RunningServer['demo']>} demo */
function printPeople({ people, password, pupilOfPage }) {
  console.log(`\nDemo accounts (password ${password})`);
  for (const person of people) {
    const school = person.schoolCode
      ? `or school ${person.schoolCode}, student ${person.studentCode}; sign-up codes ${person.signUpCodes}`
      : '';
    console.log(`  ${padEnd(person.email, 34)}${padEnd(person.label, 34)}${school}`.trimEnd());
  }
  if (pupilOfPage) {
    const { schoolCode, schoolName, studentCode } = pupilOfPage;
    const label = `学校のページでログインする生徒(${schoolName})`;
    console.log(`  ${padEnd(`school ${schoolCode}`, 34)}${label} on the page: ${studentCode}`);
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
