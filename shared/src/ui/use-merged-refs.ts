import { type Ref, type RefCallback, useCallback } from 'react';

/** Merges two refs, for example ours and a form library's. */
export function useMergedRefs<T>(own: Ref<T>, given: Ref<T> | undefined): RefCallback<T> {
  return useCallback(
    (value: T | null) => {
      const cleanups = [attach(own, value), attach(given, value)];
      return () => cleanups.forEach((clean) => clean());
    },
    [own, given],
  );
}

function attach<T>(ref: Ref<T> | undefined, value: T | null): () => void {
  if (typeof ref === 'function') return ref(value) ?? (() => void ref(null));
  if (ref) ref.current = value;
  return () => {
    if (ref) ref.current = null;
  };
}
