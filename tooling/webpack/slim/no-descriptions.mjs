/** Stands in for sentences about the federation runtime's errors: the code and the link to its page are in each message anyway. */
export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};
