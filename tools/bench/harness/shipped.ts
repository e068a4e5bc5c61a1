/** The built package, which is measured, with the types of its source. */
export const { createEmulator } = (await import(
  new URL('../../../dist/index.js', import.meta.url).href
)) as typeof import('../../../emulator/index.ts')

export const { startServer } = (await import(
  new URL('../../../dist/server.js', import.meta.url).href
)) as typeof import('../../../emulator/adapters/node/server.ts')
