/** A media server that never responds: sufficient for tokens, which the api signs locally. */
export const testMedia = {
  LIVEKIT_URL: 'ws://127.0.0.1:9',
  LIVEKIT_API_KEY: 'key-of-the-tests',
  LIVEKIT_API_SECRET: 'a secret of the media server that nobody else knows',
};
