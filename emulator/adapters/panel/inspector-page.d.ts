/** The built inspector as HTML: compressed by gzip, in base64. The build makes this module (`tools/build/inspector.mjs`). */
export const page: string
