/**
 * Replaces the descriptions of the federation runtime's errors: each message contains the code and a link to its page
 * anyway.
 */
export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};
