import { refuseOldNode } from './msw-node-version.ts'

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
