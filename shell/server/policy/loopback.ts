const LOOPBACK_NAME = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host name of a URL means the machine itself. Nobody can point these names anywhere else. */
export const isLoopback = (hostname: string): boolean => LOOPBACK_NAME.test(hostname);
