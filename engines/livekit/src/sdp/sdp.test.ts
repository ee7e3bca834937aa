import { InvalidSdp } from '../media/media-plane';
import { AUDIO_LEVEL, MID, RID } from './extensions';
import { parseSdp } from './parse-sdp';
import { publisherAnswer } from './publisher-answer';
import { subscriberOffer } from './subscriber-offer';

const LIMITS = { maxSdpBytes: 20_000, maxSections: 8 };
const digest = (byte: string) => Array.from({ length: 32 }, () => byte).join(':');
const FINGERPRINT = `sha-256 ${digest('AB')}`;
const TRANSPORT = [
  'a=ice-ufrag:abcd',
  `a=ice-pwd:${'p'.repeat(22)}`,
  `a=fingerprint:${FINGERPRINT}`,
  'a=setup:actpass',
];
const AUDIO = [
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63',
  'a=mid:0',
  'a=sendonly',
  'a=msid:stream voice',
  'a=rtpmap:111 opus/48000/2',
  'a=rtcp-fb:111 nack',
  'a=rtcp-fb:111 transport-cc',
  'a=rtpmap:63 red/48000/2',
  `a=extmap:1 ${MID}`,
  `a=extmap:14 ${AUDIO_LEVEL}`,
  'a=ssrc:1111 cname:c',
];
const VIDEO = [
  'm=video 9 UDP/TLS/RTP/SAVPF 45 96 97',
  'a=mid:1',
  'a=sendonly',
  'a=msid:stream camera',
  'a=rtpmap:45 AV1/90000',
  'a=rtpmap:96 VP8/90000',
  'a=rtcp-fb:96 goog-remb',
  'a=rtcp-fb:96 transport-cc',
  'a=rtcp-fb:96 nack pli',
  'a=rtpmap:97 rtx/90000',
  'a=fmtp:97 apt=96',
  `a=extmap:1 ${MID}`,
  `a=extmap:2 ${RID}`,
  `a=extmap:14 ${AUDIO_LEVEL}`,
  'a=rid:q send',
  'a=rid:h send',
  'a=simulcast:send q;h',
];
const DATA = ['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:2', 'a=sctp-port:5000'];

const description = (...sections: string[][]) =>
  ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', ...TRANSPORT, ...sections.flat(), ''].join('\r\n');
const offer = () => parseSdp(description(AUDIO, VIDEO, DATA), LIMITS);
const local = {
  ufrag: 'engine',
  pwd: 'e'.repeat(32),
  fingerprint: digest('CD'),
  candidates: ['candidate:1 1 udp 1 127.0.0.1 7882 typ host'],
};
/** Returns the lines of the section with a mid. */
const sectionOf = (sdp: string, mid: string) =>
  sdp
    .split(/(?=^m=)/m)
    .find((section) => section.includes(`a=mid:${mid}\r\n`))
    ?.split('\r\n') ?? [];

describe('parseSdp', () => {
  it('reads the parameters of the connection and the media sections', () => {
    const { remote, sections } = offer();
    expect(remote).toEqual({ ufrag: 'abcd', pwd: 'p'.repeat(22), fingerprint: FINGERPRINT });
    expect(sections.map(({ kind, mid, direction, trackId }) => [kind, mid, direction, trackId])).toEqual([
      ['audio', '0', 'sendonly', 'voice'],
      ['video', '1', 'sendonly', 'camera'],
      ['application', '2', 'sendrecv', undefined],
    ]);
    expect(sections[0]).toMatchObject({ ssrcs: [1111], rids: [] });
    expect(sections[1]).toMatchObject({ ssrcs: [], rids: ['q', 'h'] });
    expect(sections[1]?.extensions.get(RID)).toBe(2);
  });

  it('separates the SSRCs of retransmissions from those that they repair', () => {
    const lines = ['a=ssrc-group:FID 5 6', 'a=ssrc:5 cname:c', 'a=ssrc:6 cname:c', 'a=ssrc:99999999999 cname:c'];
    const { sections } = parseSdp(description([...AUDIO.slice(0, 5), ...lines]), LIMITS);
    expect(sections[0]?.ssrcs).toEqual([5]);
    expect([...(sections[0]?.repairs ?? [])]).toEqual([[5, 6]]);
  });

  it.each([
    ['no description', 'hello'],
    ['no media', description()],
    ['an unknown kind of media', description(['m=text 9 UDP/TLS/RTP/SAVPF 98', 'a=mid:0'])],
    ['a section without a mid', description(AUDIO.filter((line) => line !== 'a=mid:0'))],
    ['two sections with one mid', description(AUDIO, AUDIO)],
    ['too many sections', description(...Array.from({ length: 9 }, (_, mid) => ['m=audio 9 x 0', `a=mid:${mid}`]))],
    ['too many bytes', `${description(AUDIO)}${'a=あ\r\n'.repeat(3000)}`],
    ['no password', description(AUDIO).replace(/a=ice-pwd.*\r\n/, '')],
    ['a user fragment with a line break', description(AUDIO).replace('abcd', 'ab\u2028cd')],
    ['a fingerprint by a broken hash', description(AUDIO).replace('sha-256', 'md5')],
    ['half a fingerprint', description(AUDIO).replace(/(AB:){16}/, '')],
  ])('rejects %s', (_what, sdp) => {
    expect(() => parseSdp(sdp, LIMITS)).toThrow(InvalidSdp);
  });

  it('ignores codecs, extensions and rids that are none', () => {
    const lines = ['a=rtpmap:200 opus/48000/2', 'a=extmap:0 urn:x', 'a=extmap:999 urn:y', 'a=rid:<b> send'];
    const { sections } = parseSdp(description(['m=audio 9 UDP/TLS/RTP/SAVPF 200', 'a=mid:0', ...lines]), LIMITS);
    expect(sections[0]).toMatchObject({ codecs: [], rids: [] });
    expect(sections[0]?.extensions.size).toBe(0);
  });
});

describe('publisherAnswer', () => {
  const answer = (receiving: string[]) =>
    publisherAnswer(offer(), { local, version: 3, receiving: new Set(receiving) });

  it('keeps the sections in their order and is an ICE lite agent with the engine’s parameters', () => {
    const sdp = answer(['0', '1']);
    expect(sdp).toContain('o=- 4611731400430051336 3 IN IP4 127.0.0.1');
    expect(sdp).toContain('a=group:BUNDLE 0 1 2');
    expect(sdp).toContain('a=ice-lite');
    expect(sdp.match(/a=candidate:1 1 udp 1 127.0.0.1 7882 typ host/g)).toHaveLength(1);
    expect(sdp.match(new RegExp(`^a=fingerprint:sha-256 ${digest('CD')}\\r$`, 'gm'))).toHaveLength(3);
  });

  it('accepts Opus without redundancy, and VP8 with retransmission and simulcast', () => {
    const sdp = answer(['0', '1']);
    expect(sectionOf(sdp, '0')).toEqual(expect.arrayContaining(['m=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=recvonly']));
    expect(sectionOf(sdp, '0')).toContain(`a=extmap:14 ${AUDIO_LEVEL}`);
    const video = sectionOf(sdp, '1');
    expect(video).toEqual(
      expect.arrayContaining([
        'm=video 9 UDP/TLS/RTP/SAVPF 96 97',
        'a=recvonly',
        'a=rtcp-fb:96 goog-remb',
        'a=rtcp-fb:96 nack pli',
        'a=rid:q recv',
        'a=simulcast:recv q;h',
      ]),
    );
    expect(video).not.toContain('a=rtcp-fb:96 transport-cc');
    expect(video.join()).not.toContain(AUDIO_LEVEL);
  });

  it('keeps a section that is not received in place, with a port', () => {
    const video = sectionOf(answer(['0']), '1');
    expect(video).toEqual(expect.arrayContaining(['m=video 9 UDP/TLS/RTP/SAVPF 96 97', 'a=inactive']));
    expect(video.join()).not.toContain('simulcast');
  });
});

describe('subscriberOffer', () => {
  it('offers data first and tracks by participant and track', () => {
    const track = { streamId: 'PA_1|TR_1', trackSid: 'TR_1', ssrc: 7, cname: 'PA_1' };
    const sdp = subscriberOffer({
      local,
      version: 1,
      lines: [
        { mid: '1', kind: 'audio', track },
        { mid: '2', kind: 'video', track: undefined },
      ],
    });
    const parsed = parseSdp(sdp, LIMITS);
    expect(parsed.sections.map(({ kind, direction }) => [kind, direction])).toEqual([
      ['application', 'sendrecv'],
      ['audio', 'sendonly'],
      ['video', 'inactive'],
    ]);
    expect(parsed.sections[1]).toMatchObject({ trackId: 'TR_1', ssrcs: [7] });
    expect(sectionOf(sdp, '2').join()).not.toContain('a=msid');
  });
});
