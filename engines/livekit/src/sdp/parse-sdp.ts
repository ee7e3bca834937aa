import { InvalidSdp } from '../media/media-plane';
import type { RemoteParameters } from '../transport/transport';

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

export interface Codec {
  readonly payloadType: number;
  readonly name: string;
  readonly clockRate: number;
  /** The text after the payload type in `a=fmtp`. */
  readonly parameters: string;
  readonly feedback: readonly string[];
}

export interface Section {
  readonly kind: 'audio' | 'video' | 'application';
  readonly protocol: string;
  readonly mid: string;
  readonly direction: Direction;
  /** The second word of `a=msid`. */
  readonly trackId: string | undefined;
  readonly codecs: readonly Codec[];
  /** Extension ids by URI. */
  readonly extensions: ReadonlyMap<string, number>;
  /** Rids of the layers that the client offers to send, in its order. */
  readonly rids: readonly string[];
  /** SSRCs, the first of each group; layers with a rid have none. */
  readonly ssrcs: readonly number[];
  /** Retransmission (RTX) SSRCs by the SSRC that they repair. */
  readonly repairs: ReadonlyMap<number, number>;
}

export interface Description {
  readonly remote: RemoteParameters;
  readonly sections: readonly Section[];
}

export interface SdpLimits {
  readonly maxSdpBytes: number;
  readonly maxSections: number;
}

/** Parses the parts of a client's offer or answer that the engine uses. Throws `InvalidSdp`. */
export function parseSdp(sdp: string, { maxSdpBytes, maxSections }: SdpLimits): Description {
  // The length in characters never exceeds that in bytes, so the cheap check comes first.
  if (sdp.length > maxSdpBytes || Buffer.byteLength(sdp) > maxSdpBytes) throw new InvalidSdp('It is too long.');
  const lines = sdp.split(/\r\n|\r|\n/);
  if (lines[0] !== 'v=0') throw new InvalidSdp('It does not begin with v=0.');
  const starts = lines.flatMap((line, index) => (line.startsWith('m=') ? [index] : []));
  if (starts.length === 0) throw new InvalidSdp('It has no lines of media.');
  if (starts.length > maxSections) throw new InvalidSdp('It has too many lines of media.');
  const blocks = starts.map((start, index) => lines.slice(start, starts[index + 1]));
  const sections = blocks.map(parseSection);
  if (new Set(sections.map(({ mid }) => mid)).size < sections.length) throw new InvalidSdp('Two lines share a mid.');
  return { remote: remoteParameters(lines.slice(0, starts[0]), blocks), sections };
}

function remoteParameters(session: string[], blocks: string[][]): RemoteParameters {
  // All sections of one bundle have the same parameters; rejected ones may have none.
  const find = (name: string) =>
    [session, ...blocks].map((block) => attribute(block, name)).find((value) => value !== undefined);
  const ufrag = find('ice-ufrag');
  const pwd = find('ice-pwd');
  const fingerprint = find('fingerprint');
  if (!ufrag || !/^[\w+/=-]{4,256}$/.test(ufrag)) throw new InvalidSdp('It has no usable a=ice-ufrag.');
  if (!pwd || !/^[\w+/=-]{22,256}$/.test(pwd)) throw new InvalidSdp('It has no usable a=ice-pwd.');
  if (!fingerprint || !/^sha-(256|384|512) ([0-9A-Fa-f]{2}:){31,63}[0-9A-Fa-f]{2}$/.test(fingerprint))
    throw new InvalidSdp('It has no usable a=fingerprint.');
  return { ufrag, pwd, fingerprint };
}

function parseSection(block: string[]): Section {
  const [kind, , protocol, ...formats] = (block[0] as string).slice(2).split(' ');
  if (kind !== 'audio' && kind !== 'video' && kind !== 'application')
    throw new InvalidSdp('It has an unknown kind of media.');
  const mid = attribute(block, 'mid');
  if (mid === undefined || !/^[\w.+-]{1,16}$/.test(mid)) throw new InvalidSdp('A line has no usable a=mid.');
  return {
    kind,
    protocol: protocol ?? '',
    mid,
    direction:
      (['sendonly', 'recvonly', 'inactive'] as const).find((direction) => block.includes(`a=${direction}`)) ??
      'sendrecv',
    trackId: trackIdOf(block),
    codecs: kind === 'application' ? [] : formats.flatMap((format) => codec(block, format)),
    extensions: new Map(
      attributes(block, 'extmap').flatMap((value) => {
        const [id, uri] = value.split(' ');
        const number = Number((id as string).split('/')[0]);
        return uri && number >= 1 && number <= 255 ? [[uri, number] as const] : [];
      }),
    ),
    rids: attributes(block, 'rid').flatMap((value) => {
      const [rid, direction] = value.split(' ');
      return rid && direction === 'send' && /^[\w-]{1,16}$/.test(rid) ? [rid] : [];
    }),
    ...sources(block),
  };
}

function trackIdOf(block: string[]): string | undefined {
  const value =
    attribute(block, 'msid') ??
    /^\d+ msid:(.*)$/.exec(attributes(block, 'ssrc').find((line) => line.includes(' msid:')) ?? '')?.[1];
  return value?.split(' ')[1];
}

function codec(block: string[], format: string): Codec[] {
  const [name, clockRate] = (attribute(block, `rtpmap:${format} `) ?? '').split('/');
  if (!name || !/^\d{1,3}$/.test(format) || Number(format) > 127) return [];
  return [
    {
      payloadType: Number(format),
      name: name.toLowerCase(),
      clockRate: Number(clockRate),
      parameters: attribute(block, `fmtp:${format} `) ?? '',
      feedback: attributes(block, `rtcp-fb:${format} `),
    },
  ];
}

function sources(block: string[]): Pick<Section, 'ssrcs' | 'repairs'> {
  const repairs = new Map(
    attributes(block, 'ssrc-group').flatMap((value) => {
      const [semantics, source, repair] = value.split(' ');
      return semantics === 'FID' ? [[Number(source), Number(repair)] as const] : [];
    }),
  );
  const repairing = new Set(repairs.values());
  const all = new Set(attributes(block, 'ssrc').map((value) => Number(value.split(' ')[0])));
  return {
    repairs,
    ssrcs: [...all].filter((ssrc) => Number.isInteger(ssrc) && ssrc > 0 && ssrc < 2 ** 32 && !repairing.has(ssrc)),
  };
}

/** Returns the text after `a=NAME:`, or after `a=NAME` when the name includes its own separator. */
function attribute(block: string[], name: string): string | undefined {
  const prefix = prefixOf(name);
  return block.find((line) => line.startsWith(prefix))?.slice(prefix.length);
}

function attributes(block: string[], name: string): string[] {
  const prefix = prefixOf(name);
  return block.flatMap((line) => (line.startsWith(prefix) ? [line.slice(prefix.length)] : []));
}

function prefixOf(name: string): string {
  return name.endsWith(' ') ? `a=${name}` : `a=${name}:`;
}
