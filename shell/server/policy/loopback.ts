const LOOPBACK_NAME = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns whether the host name of a URL is loopback. These names cannot be pointed anywhere else. */
export const isLoopback = (hostname: string): boolean => LOOPBACK_NAME.test(hostname);
