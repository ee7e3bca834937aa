import { parseVp8, writePictureId } from './vp8';

/** Bits of the descriptor (RFC 7741, 4.2): extended, start of partition 0; picture id, TL0PICIDX, temporal layer. */
const [X, S] = [0x80, 0x10];
const [I, L, T] = [0x80, 0x40, 0x20];
const [KEY_FRAME, DELTA_FRAME] = [0x00, 0x01];

const HEADER = 12;
const parse = (...payload: number[]) => {
  const packet = Buffer.from([...Buffer.alloc(HEADER), ...payload]);
  return parseVp8(packet, HEADER, packet.length);
};

describe('parseVp8', () => {
  it.each([
    ['the first packet of a key frame', [S, KEY_FRAME], { isFrameStart: true, isKeyFrame: true }],
    ['the first packet of another frame', [S, DELTA_FRAME], { isFrameStart: true, isKeyFrame: false }],
    ['a later packet of a key frame', [0, KEY_FRAME], { isFrameStart: false, isKeyFrame: false }],
    ['the first packet of another partition', [S | 1, KEY_FRAME], { isFrameStart: false, isKeyFrame: false }],
  ])('recognizes %s', (_what, payload, expected) => {
    expect(parse(...payload)).toMatchObject({ ...expected, pictureIdAt: 0, pictureIdBits: 0, tl0At: 0 });
  });

  it('reads picture ids of 7 and 15 bits', () => {
    expect(parse(X | S, I, 0x05, KEY_FRAME)).toMatchObject({
      isKeyFrame: true,
      pictureIdAt: HEADER + 2,
      pictureIdBits: 7,
      pictureId: 5,
    });
    expect(parse(X | S, I, 0x81, 0x02, KEY_FRAME)).toMatchObject({
      isKeyFrame: true,
      pictureIdBits: 15,
      pictureId: 0x102,
    });
  });

  it('reads the TL0 index and the temporal layer after the picture id', () => {
    expect(parse(X | S, I | L | T, 0x81, 0x02, 0x33, 0x80, DELTA_FRAME)).toMatchObject({
      pictureId: 0x102,
      tl0At: HEADER + 4,
      tl0: 0x33,
      temporalLayer: 2,
    });
  });

  it('skips the octet of a key index without a temporal layer', () => {
    expect(parse(X | S, 0x10, 0xff, KEY_FRAME)).toMatchObject({ isKeyFrame: true, temporalLayer: 0 });
  });

  it.each([
    ['nothing', []],
    ['only the first octet', [S]],
    ['an announced extension', [X | S]],
    ['half a picture id', [X | S, I, 0x81]],
    ['no octet of the frame', [X | S, I | L | T, 0x81, 0x02, 0x33, 0x80]],
  ])('rejects a payload with %s', (_what, payload) => {
    expect(parse(...payload)).toBeUndefined();
  });

  it('does not read beyond the payload into the padding', () => {
    const packet = Buffer.from([...Buffer.alloc(HEADER), S, KEY_FRAME, 0, 2]);
    expect(parseVp8(packet, HEADER, HEADER + 1)).toBeUndefined();
  });
});

describe('writePictureId', () => {
  it.each([
    [7, 5, [X | S, I, 0x0a, KEY_FRAME]],
    [15, 0x7fff, [X | S, I, 0x81, 0x02, KEY_FRAME]],
  ] as const)('replaces a picture id of %i bits in its own size', (bits, pictureId, payload) => {
    const packet = Buffer.from(payload);
    writePictureId(packet, 2, bits, pictureId);
    expect(packet.length).toBe(payload.length);
    expect(parseVp8(packet, 0, packet.length)).toMatchObject({ pictureIdBits: bits, pictureId });
  });
});
