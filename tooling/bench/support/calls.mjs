import { once } from 'node:events';

/**
 * Resolves with a message of a child process; rejects if it exits instead.
 * @returns {Promise<any>}
 */
export async function answerOf(child) {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`A process of the benchmark ended with ${code}.`);
      }),
    ]);
    return message;
  } finally {
    // The other listener would stay.
    settled.abort();
  }
}

/** Returns the statements that a server of the benchmark sends to the database during a call, and the call's result. */
export async function statementsDuring(child, send) {
  child.send('record');
  await answerOf(child);
  const result = await send();
  child.send('statements');
  return { result, statements: (await answerOf(child)).statements };
}

let people = 0;

/** Creates a new user; the response's cookies are their session. */
export async function signUp(port) {
  people += 1;
  const answer = await fetch(`http://localhost:${port}/v1/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://localhost:${port}` },
    body: JSON.stringify({
      email: `reader-${people}@bench.test`,
      password: 'sakura-no-ki-7',
      nickname: '読む人',
      birthDate: '1990-04-12',
      agreeTerms: true,
    }),
  });
  if (answer.status !== 201) throw new Error(`The sign-up answered ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/**
 * Runs every target once per round, so that a slow moment of the machine affects all of them. The first `warmUpRounds`
 * are not counted.
 */
export async function measureInRounds(driver, targets, { rounds, warmUpRounds, ms, warmUpMs }) {
  /** @type {Record<string, any[]>} */
  const results = Object.fromEntries(Object.keys(targets).map((name) => [name, []]));
  for (let round = 1 - warmUpRounds; round <= rounds; round += 1) {
    for (const [name, target] of Object.entries(targets)) {
      driver.send({ ...target, ms, warmUpMs });
      const [result] = await once(driver, 'message');
      if (result.failed > 0) throw new Error(`${name}: ${result.failed} answers were not 200.`);
      if (round > 0) results[name]?.push(result);
    }
    if (round <= 0) continue;
    console.log(
      `  round ${round} of ${rounds}: ${Object.entries(results)
        .map(([name, all]) => `${name} ${Math.round(all.at(-1).perSecond)}/s`)
        .join(', ')}`,
    );
  }
  return results;
}
