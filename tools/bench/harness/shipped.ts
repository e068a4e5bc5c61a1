/** The built package, which is what is measured, with the types of its source. */
export const { createEmulator } = await load<typeof import('../../../emulator/index.ts')>('index')
export const { createHandlers } = await load<typeof import('../../../emulator/adapters/msw/msw.ts')>('msw-node')

/** The address of an entry of the built package, for a program that imports it. */
export function entry(name: string): string {
  return new URL(`../../../dist/${name}.js`, import.meta.url).href
}

async function load<T>(name: string): Promise<T> {
  return (await import(entry(name))) as T
}
