/* Runs in the page, before its own scripts. */

/** Records when the page is first clicked, and when the voice of another user is first played. */
export function watchFirstSound() {
  const LOOK_EVERY_MS = 10;
  const connections = [];
  const sounds = [];
  const Native = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Native {
    constructor(...given) {
      super(...given);
      connections.push(this);
    }
  };
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function remember() {
    sounds.push(this);
    return play.call(this);
  };
  const isPlaying = () => sounds.some((sound) => !sound.paused && !sound.muted && sound.srcObject);
  const hears = async () => {
    for (const connection of connections)
      for (const entry of (await connection.getStats()).values())
        if (entry.type === 'inbound-rtp' && entry.kind === 'audio' && entry.totalAudioEnergy > 0) return true;
    return false;
  };
  window.firstSound = new Promise((done) => {
    document.addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = async () => {
          if (isPlaying() && (await hears())) done(performance.now() - timeStamp);
          else setTimeout(look, LOOK_EVERY_MS);
        };
        void look();
      },
      { capture: true, once: true },
    );
  });
}
