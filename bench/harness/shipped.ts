/** The built package, which is what is measured, with the types of its source. */
export const { createEmulator } = await load<typeof import('../../emulator/index.ts')>('index')
export const { createHandlers } = await load<typeof import('../../emulator/transports/core/msw.ts')>('msw')

async function load<T>(entry: string): Promise<T> {
  return (await import(new URL(`../../dist/${entry}.js`, import.meta.url).href)) as T
}
