import { refuseOldNode } from './msw-node-version.ts'

/**
 * The parts of msw that are used here, by themselves: its root brings 130 modules of GraphQL, which Node would all read. What bundlers
 * read (`transports/core/msw.ts`) takes the root, of which they keep what is used.
 */
type Msw = typeof import('msw')

/** msw 3 has `msw/http`, msw 2 `msw/core/http`. The names are no literals: tools that read them would look for both. Bundlers leave them to Node. */
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
