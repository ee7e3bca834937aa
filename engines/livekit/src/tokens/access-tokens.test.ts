import { createHmac } from 'node:crypto';

import { TrackSource } from '@livekit/protocol';
import { AccessToken, WebhookReceiver } from 'livekit-server-sdk';

import { grantFor, mayPublish, permissionOf } from '../rooms/permission';
import { AccessTokens } from './access-tokens';

const secret = 'a secret of at least thirty-two characters';
const tokens = new AccessTokens('key', secret);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inAnHour = Math.floor(Date.now() / 1000) + 3600;

/** Signs any payload, including those that the SDK would refuse to sign. */
function forge(payload: object, header: object = { alg: 'HS256' }, key = secret): string {
  const signed = `${part(header)}.${part(payload)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

it("reads a token of LiveKit's SDK", async () => {
  const token = new AccessToken('key', secret, {
    identity: 'hana',
    name: 'はな',
    metadata: 'm',
    attributes: { a: '1' },
  });
  token.addGrant({ room: 'r', roomJoin: true, canPublishSources: [TrackSource.MICROPHONE] });
  expect(await tokens.verify(await token.toJwt())).toMatchObject({
    identity: 'hana',
    name: 'はな',
    metadata: 'm',
    attributes: { a: '1' },
    video: { room: 'r', roomJoin: true, canPublishSources: ['microphone'] },
  });
});

it.each([
  ['no token', undefined],
  ['nonsense', 'nonsense'],
  ['a token of another secret', forge({ iss: 'key', sub: 'a', exp: inAnHour }, { alg: 'HS256' }, 'another secret')],
  ['a token of another key', forge({ iss: 'other', sub: 'a', exp: inAnHour })],
  ['a token without an end', forge({ iss: 'key', sub: 'a' })],
  ['an expired token', forge({ iss: 'key', sub: 'a', exp: 1000 })],
  ['a token that is not valid yet', forge({ iss: 'key', sub: 'a', exp: inAnHour, nbf: inAnHour - 60 })],
  ['a token without a signature', `${part({ alg: 'none' })}.${part({ iss: 'key', sub: 'a', exp: inAnHour })}.`],
  ['another algorithm', forge({ iss: 'key', sub: 'a', exp: inAnHour }, { alg: 'HS512' })],
  ['a grant that is a list', forge({ iss: 'key', sub: 'a', exp: inAnHour, video: [] })],
  ['a room that is no text', forge({ iss: 'key', sub: 'a', exp: inAnHour, video: { room: { $ne: 1 } } })],
  ['sources that are no list', forge({ iss: 'key', sub: 'a', exp: inAnHour, video: { canPublishSources: 'camera' } })],
  ['a very long identity', forge({ iss: 'key', sub: 'a'.repeat(300), exp: inAnHour })],
  ['a very long token', forge({ iss: 'key', sub: 'a', exp: inAnHour, name: 'a'.repeat(20_000) })],
])('rejects %s', async (_what, token) => {
  await expect(tokens.verify(token)).rejects.toMatchObject({ name: 'InvalidToken' });
});

it('treats a grant of the wrong type as denied', async () => {
  const { video } = await tokens.verify(
    forge({ iss: 'key', sub: 'a', exp: inAnHour, video: { canPublish: 'true', roomAdmin: 1 } }),
  );
  expect(video).toEqual({ canPublish: false, roomAdmin: false });
});

describe('the permission of a grant', () => {
  const { CAMERA, MICROPHONE, SCREEN_SHARE } = TrackSource;

  it.each([
    ['nothing said', {}, [true, true, true]],
    ['publishing denied', { canPublish: false }, [false, false, false]],
    ['one source', { canPublishSources: ['microphone'] }, [false, true, false]],
    ['a source, and publishing denied', { canPublish: false, canPublishSources: ['camera'] }, [false, false, false]],
    ['unknown sources only', { canPublishSources: ['hologram', '__proto__'] }, [false, false, false]],
  ])('with %s', (_what, grant, allowed) => {
    const permission = permissionOf(grant);
    expect([CAMERA, MICROPHONE, SCREEN_SHARE].map((source) => mayPublish(permission, source))).toEqual(allowed);
  });

  it('denies data by default when publishing is denied', () => {
    expect(permissionOf({ canPublish: false }).canPublishData).toBe(false);
    expect(permissionOf({ canPublish: false, canPublishData: true }).canPublishData).toBe(true);
  });

  it('is the same after a token refresh', async () => {
    const permission = permissionOf({ canPublish: true, canPublishSources: ['microphone'], canPublishData: false });
    const claims = { identity: 'a', name: '', metadata: '', attributes: {}, video: grantFor(permission, 'r') };
    const { video } = await tokens.verify(await tokens.refresh(claims));
    expect(video).toMatchObject({ room: 'r', roomJoin: true });
    expect(permissionOf(video)).toEqual(permission);
  });
});

it("signs webhooks that the SDK's receiver accepts", async () => {
  const body = JSON.stringify({ event: 'room_started' });
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))).toString('base64');
  const receiver = new WebhookReceiver('key', secret);
  const signature = await tokens.signWebhook(digest);
  await expect(receiver.receive(body, signature)).resolves.toMatchObject({ event: 'room_started' });
  await expect(receiver.receive(`${body} `, signature)).rejects.toThrow('sha256');
});
