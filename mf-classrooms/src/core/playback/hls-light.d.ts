/** The build of hls.js without alternative audio, subtitles and encryption, which the package types only as a whole. */
declare module 'hls.js/light' {
  export { default, ErrorTypes, Events } from 'hls.js';
}
