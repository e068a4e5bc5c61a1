/**
 * The two parts of msw that are used, imported on their own: its root loads 130 modules of GraphQL in Node. The browser
 * build imports the root, and its bundler drops the rest.
 */
type Msw = typeof import('msw')

/**
 * Imports a part: `msw/http` in msw 3, `msw/core/http` in msw 2. The names are not literals, because tools would then
 * resolve both. Bundlers leave them to Node.
 */
async function part<Name extends 'http' | 'ws'>(name: Name): Promise<Msw[Name]> {
  const [newer, older] = [`msw/${name}`, `msw/core/${name}`]
  const ofNewer = (await import(/* @vite-ignore */ /* webpackIgnore: true */ newer).catch(() => undefined)) as
    | Pick<Msw, Name>
    | undefined
  if (ofNewer !== undefined) refuseOldNode()
  const loaded =
    ofNewer ??
    ((await import(/* @vite-ignore */ /* webpackIgnore: true */ older).catch(notInstalled)) as Pick<Msw, Name>)
  return loaded[name]
}

function notInstalled(cause: unknown): never {
  throw new Error(
    "svc-emulator/msw needs the package msw (2.6 or later), which could not be loaded here: npm install --save-dev msw. In svc-emulator/vitest, transport: 'server' does without it",
    { cause },
  )
}

export const http: Msw['http'] = await part('http')
export const ws: Msw['ws'] = await part('ws')

/**
 * Refuses msw 3 on an old Node: package managers install it there, but every request fails with `fetch failed`.
 * `promise` is checked for a method that msw 3 calls and Node 20 lacks.
 */
export function refuseOldNode(promise: object = Promise, node: string = process.version): void {
  if ('withResolvers' in promise) return
  throw new Error(
    `msw 3 needs Node 22.12 or later, and this is Node ${node}: npm install --save-dev msw@2, or take a newer Node. In svc-emulator/vitest, transport: 'server' does without msw`,
  )
}
