/** The header extensions that the engine reads or writes; its descriptions contain no others. */
export const MID = 'urn:ietf:params:rtp-hdrext:sdes:mid';
export const RID = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id';
export const REPAIRED_RID = 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id';
export const AUDIO_LEVEL = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level';
/** The delay of the publisher's uplink follows from it; its space holds the extension that is sent to subscribers. */
export const SEND_TIME = 'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time';
export const TRANSPORT_CC = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01';

/**
 * The extensions accepted from publishers. Rotation is omitted on purpose: browsers then rotate the video before
 * encoding it, and the extension need not be translated for subscribers.
 */
export const PUBLISHER_EXTENSIONS: readonly string[] = [MID, RID, REPAIRED_RID, AUDIO_LEVEL, SEND_TIME];
