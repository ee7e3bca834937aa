import type { TermsVersion } from '@manabiba/shared/contract/terms';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';

import type { SessionTokens } from '../sessions/session-cookies';

interface Family {
  id: string;
  isAnonymous: boolean;
  /** Id of the account. */
  state: string;
  role: 'user' | 'staff';
  isRevoked: boolean;
  /** People of 12 or under may not communicate. */
  canCommunicateAge: boolean;
}

/**
 * Stand-in for the parts of the api that the web server relies on: sessions as in the contract, and an echo of the
 * request.
 */
export function createStandInApi() {
  const families = new Map<string, Family>();
  const refreshTokens = new Map<string, { familyId: string; successor: string | null; rotatedAt: number }>();
  let serial = 0;
  const state = { refreshes: 0, isDown: false, reads: [] as string[], terms: [] as TermsVersion[] };
  const graceMs = 10_000;

  const accessToken = (familyId: string, lifeMs = 900_000) => {
    const payload = { sid: familyId, exp: Math.floor((Date.now() + lifeMs) / 1000) };
    return `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`;
  };

  function open({
    isAnonymous = false,
    state: accountState = 'active',
    role = 'user' as Family['role'],
    canCommunicateAge = true,
    lifeMs = 900_000,
  } = {}): SessionTokens & { id: string } {
    serial += 1;
    const id = `ses_${serial}`;
    families.set(id, { id, isAnonymous, state: accountState, role, canCommunicateAge, isRevoked: false });
    refreshTokens.set(`refresh-${serial}`, { familyId: id, successor: null, rotatedAt: 0 });
    return { id, token: accessToken(id, lifeMs), refreshToken: `refresh-${serial}` };
  }

  function familyOf(request: FastifyRequest): Family | undefined {
    const token = request.headers.authorization?.replace(/^Bearer /, '');
    if (!token) return undefined;
    const { sid, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string;
      exp: number;
    };
    const family = families.get(sid);
    return exp * 1000 > Date.now() && family && !family.isRevoked ? family : undefined;
  }

  const refuse = (reply: FastifyReply, status: number, code: string) => reply.code(status).send({ error: '。', code });
  const userOf = (family: Family) =>
    family.isAnonymous
      ? { role: 'anonymous', id: family.id }
      : {
          role: family.role,
          id: family.id,
          state: family.state,
          canCommunicateAge: family.canCommunicateAge,
          email: null,
          avatarUrl: null,
          nickname: '</script><b>花子\u2028',
        };

  const plugin: FastifyPluginAsync = async (app) => {
    app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'not_found'));
    app.addHook('onRequest', async (_request, reply) => {
      if (state.isDown) await refuse(reply, 503, 'unavailable');
    });
    app.post('/auth/signin', async () => ({ ...open(), user: { role: 'user', id: 'usr_1' } }));
    app.post('/auth/signup', async (_request, reply) =>
      reply.code(201).send({ ...open(), user: { role: 'user', id: 'usr_1' } }),
    );
    app.post('/user/signin/anonymous', async () => ({
      ...open({ isAnonymous: true }),
      user: { role: 'anonymous', id: 'anon_1' },
    }));
    app.get('/classrooms', async (request) => {
      const family = familyOf(request);
      const isPerson = family && !family.isAnonymous;
      state.reads.push(isPerson ? family.id : 'anonymous');
      const item = { id: 'cls_1', name: '三角関数', isReserved: Boolean(isPerson) };
      // Children and pupils may get other lists.
      return { items: isPerson && family.state === 'email_unverified' ? [] : [item], nextCursor: null };
    });
    app.post('/classrooms', async (request, reply) =>
      reply.code(201).send({ id: 'cls_1', by: familyOf(request)?.id ?? null }),
    );
    app.post('/media', async () => ({ token: 'media-token', url: 'wss://media' }));
    app.get('/me', async (request, reply) => {
      if (!request.headers.authorization) return refuse(reply, 401, 'unauthenticated');
      const family = familyOf(request);
      return family ? userOf(family) : refuse(reply, 401, 'unauthenticated');
    });
    app.get('/me/notifications', async (request, reply) => {
      const family = familyOf(request);
      return family && !family.isAnonymous ? { items: [], by: family.id } : refuse(reply, 401, 'unauthenticated');
    });
    app.get('/terms_versions', async (_request, reply) =>
      state.terms.length > 0 ? { items: state.terms } : refuse(reply, 404, 'not_found'),
    );
    app.get('/echo', async (request) => ({
      authorization: request.headers.authorization ?? null,
      cookie: request.headers.cookie ?? null,
      address: request.ip,
      forwardedFor: request.headers['x-forwarded-for'] ?? null,
    }));
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/readyz', async () => ({ status: 'ready' }));
    app.post<{ Body: { refreshToken: string } }>('/auth/token', async (request, reply) => {
      state.refreshes += 1;
      const known = refreshTokens.get(request.body.refreshToken);
      const family = known && families.get(known.familyId);
      // Simulates the latency of a database query.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      if (!known || !family || family.isRevoked) return refuse(reply, 401, 'unauthenticated');
      if (known.successor === null) {
        serial += 1;
        known.successor = `refresh-${serial}`;
        known.rotatedAt = Date.now();
        refreshTokens.set(known.successor, { familyId: family.id, successor: null, rotatedAt: 0 });
      } else if (Date.now() - known.rotatedAt > graceMs) {
        family.isRevoked = true;
        return refuse(reply, 401, 'unauthenticated');
      }
      return { token: accessToken(family.id), refreshToken: known.successor };
    });
  };

  return {
    plugin,
    open,
    state,
    revoke: (id: string) => {
      const family = families.get(id);
      if (family) family.isRevoked = true;
    },
  };
}
