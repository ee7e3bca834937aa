import { contract } from '@manabiba/shared/contract/contract';
import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';

import { readThrownCodes } from './testing/thrown-codes';

const thrown = readThrownCodes();
const endpoints: EndpointDefinition[] = Object.values(contract);

it('finds a handler for every endpoint', () => {
  expect([...thrown.keys()].sort()).toEqual(Object.keys(contract).sort());
});

it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s declares exactly the errors that it can return',
  (name, { errors, access }) => {
    const codes = thrown.get(name) ?? new Set();
    const byAccess = new Set<string>([
      ...Object.values(access.refuses ?? {}),
      ...(access.session !== 'public' ? ['unauthenticated'] : []),
      ...(access.session === 'staff' ? ['not_found'] : []),
    ]);
    expect({
      undeclared: [...codes].filter((code) => !(errors as readonly string[]).includes(code) && !byAccess.has(code)),
      neverThrown: errors.filter((code) => !codes.has(code) && !byAccess.has(code)),
    }).toEqual({ undeclared: [], neverThrown: [] });
  },
);
