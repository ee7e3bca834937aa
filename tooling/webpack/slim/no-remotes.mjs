/*
 * Replaces the federation runtime's remote loading: shell/src/remotes/load-door.ts loads the entries. Other modules of
 * the runtime reference these functions and never call them.
 */
const nothing = () => undefined;
export {
  nothing as composeRemoteRequestId,
  nothing as createLink,
  nothing as createScript,
  nothing as getRemoteEntry,
  nothing as getRemoteEntryUniqueKey,
  nothing as getRemoteInfo,
  nothing as isEsmRemoteType,
  nothing as isStaticResourcesEqual,
  nothing as loadScript,
  nothing as matchRemote,
  nothing as matchRemoteWithNameAndExpose,
  nothing as Module,
  nothing as RemoteHandler,
  nothing as safeWrapper,
};
