import { UserFacingError } from '../../../server/src/user-facing-error.mjs';

/** Calls the deploy endpoint of a running product, with one token. */
export function deployCalls({ to, token }) {
  async function call(method, path, body, accepted = []) {
    const answer = await fetch(`${to}/deploy${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch((error) => {
      throw new UserFacingError(
        `No answer from ${to} (${error.cause?.code ?? error.message}): start the product, or give its URL with --to.`,
      );
    });
    const text = await answer.text();
    const said = text.startsWith('{') ? JSON.parse(text) : {};
    if (answer.ok || (accepted.includes(answer.status) && said.gates)) return said;
    if (answer.status === 401) throw new UserFacingError(`${to} rejects this deploy token: ${said.error}`);
    if (answer.status === 404)
      throw new UserFacingError(`${to} does not accept releases: it runs without DEPLOY_TOKEN.`);
    throw new UserFacingError(said.error ?? `${to} answered ${answer.status}.`);
  }

  return {
    live: () => call('GET', '/live'),
    uses: () => call('GET', '/uses'),
    replay: (number) => call('GET', `/replays/${encodeURIComponent(number)}`),
    types: () => call('GET', '/types'),
    /** The source map of a script, by the path at which browsers load it. */
    sourceMap: (path) => call('GET', `/source-maps${path}`),
    handIn: (candidate) => call('POST', '/candidates', candidate, [422]),
    evidence: (result) => call('POST', '/evidence', result),
    approve: (build) => call('POST', '/approvals', build),
    publish: (release) => call('POST', '/releases', release),
    override: (wanted) => call('POST', '/overrides', wanted, [422]),
    refuse: (refusal) => call('POST', '/refusals', refusal),
    checkReach: (reach) => call('POST', '/reaches', reach),
    promote: (wanted) => call('POST', '/promotions', wanted),
    withdraw: (wanted) => call('POST', '/environments/withdrawals', wanted),
    linkTo: (environment) => call('POST', '/environments/links', { environment }),
    rollBack: (act) => call('POST', '/rollbacks', act),
    retire: (act) => call('POST', '/retirements', act),
    tokens: () => call('GET', '/tokens'),
    addToken: (wanted) => call('POST', '/tokens', wanted),
    revokeToken: (wanted) => call('POST', '/tokens/revocations', wanted),
  };
}
