/** The header extensions that the engine reads or writes; clients are answered with no others. */
export const MID = 'urn:ietf:params:rtp-hdrext:sdes:mid';
export const RID = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id';
export const REPAIRED_RID = 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id';
export const AUDIO_LEVEL = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level';
/** Not read: its room holds the extension that is sent to subscribers. */
export const SEND_TIME = 'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time';
export const TRANSPORT_CC = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01';

/**
 * Known of publishers. Rotation is not among them on purpose: browsers then turn the picture before they encode it, and
 * the extension needs no translation for subscribers.
 */
export const PUBLISHER_EXTENSIONS: readonly string[] = [MID, RID, REPAIRED_RID, AUDIO_LEVEL, SEND_TIME];
