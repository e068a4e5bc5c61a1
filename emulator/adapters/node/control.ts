import { isLoopback } from '../control/guard.ts'
import type { ControlPolicy, ScenarioLibrary } from '../../host/site.ts'

/**
 * Who may use the control API of a server: with a token that was given, only who has it; beyond this machine too, where one is made.
 * Several servers of one emulator share its policy; one that listens on this machine alone does not open what another closed.
 */
export function serverPolicy(host: string, given: string | undefined, before: ControlPolicy = {}): ControlPolicy {
  const token = given ?? before.token
  const required = given !== undefined || before.tokenRequired === true || !isLoopback(inUrl(host))
  return required
    ? {
        token: token ?? Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64url'),
        tokenRequired: true,
      }
    : { token }
}

/** A host as URLs and `Host` write it: an address of IPv6 in brackets. */
export function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

type Listed = Awaited<ReturnType<ScenarioLibrary['list']>>

// What the package holds does not change while it runs.
let listed: Promise<Listed> | undefined

async function listShipped(): Promise<Listed> {
  const { shippedScenarios, readDocument } = await import('../../scenario/files.ts')
  return Promise.all(
    shippedScenarios().map(async ({ name, file }) => {
      const { value } = await readDocument(file)
      const { about } = (value ?? {}) as { about?: unknown }
      return { name, about: typeof about === 'string' ? about.trim() : '' }
    }),
  )
}

/** The scenarios of the package. The reader, and YAML with it, is loaded when someone asks. */
export const shippedLibrary: ScenarioLibrary = {
  list: () => (listed ??= listShipped()),
  async load(source) {
    const { loadScenario } = await import('../../scenario/load.ts')
    return loadScenario(source)
  },
}

/** The page of the inspector, as the build wrote it; undefined in a checkout that was not built. */
export async function shippedInspector(): Promise<string | undefined> {
  const { builtFile } = await import('../../scenario/files.ts')
  return builtFile('inspector.html')
}
