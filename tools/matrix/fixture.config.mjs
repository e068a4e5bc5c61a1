/** Keeps old versions of vitest, which look for one in the folders above, from the configuration of the repository. */
export default {}
