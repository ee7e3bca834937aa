import type { IceParameters } from '../transport/transport';

/** The engine's own parameters, part of every description. */
export interface LocalSide extends IceParameters {
  readonly fingerprint: string;
  readonly candidates: readonly string[];
}

const ORIGIN_ID = '4611731400430051336';

/** Returns the session-level lines. Browsers require `version` to increase with every description. */
export function sessionLines(version: number, mids: readonly string[]): string[] {
  return [
    'v=0',
    `o=- ${ORIGIN_ID} ${version} IN IP4 127.0.0.1`,
    's=-',
    't=0 0',
    `a=group:BUNDLE ${mids.join(' ')}`,
    'a=msid-semantic: WMS *',
    // The client is the controlling agent: it knows its own networks, and the engine only responds.
    'a=ice-lite',
  ];
}

export function transportLines(local: LocalSide, setup: 'actpass' | 'passive'): string[] {
  return [
    `a=ice-ufrag:${local.ufrag}`,
    `a=ice-pwd:${local.pwd}`,
    `a=fingerprint:sha-256 ${local.fingerprint}`,
    `a=setup:${setup}`,
  ];
}

export function candidateLines(local: LocalSide): string[] {
  return [...local.candidates.map((candidate) => `a=${candidate}`), 'a=end-of-candidates'];
}

export function applicationLines(mid: string, transport: readonly string[], candidates: readonly string[]): string[] {
  return [
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    'a=sctp-port:5000',
    'a=max-message-size:65536',
    ...transport,
    ...candidates,
  ];
}
