/*
 * Stands in for what the federation runtime loads remotes with: shell/src/remotes/load-door.ts loads their entries. The
 * runtime's other parts name these functions and never call them.
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
