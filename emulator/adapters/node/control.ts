import { isLoopback } from '../control/guard.ts'
import type { ControlPolicy, ScenarioLibrary } from '../../host/site.ts'

/**
 * Access to the control API of a server. A given token is always required; beyond this machine one is generated.
 * Servers of one emulator share its policy: a later server on loopback does not lift a requirement.
 */
export function serverPolicy(
  host: string,
  given: string | undefined,
  own: readonly string[],
  before: ControlPolicy = {},
): ControlPolicy {
  const token = given ?? before.token
  const required = given !== undefined || before.tokenRequired === true || !isLoopback(inUrl(host))
  const names = [...new Set([...own, ...(before.names ?? [])])]
  return required
    ? {
        names,
        token: token ?? Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64url'),
        tokenRequired: true,
      }
    : { names, token }
}

/** Formats a host for URLs and `Host`: IPv6 addresses in brackets. */
export function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

type ListedScenarios = Awaited<ReturnType<ScenarioLibrary['list']>>

// The package does not change while it runs.
let listed: Promise<ListedScenarios> | undefined

async function listShipped(): Promise<ListedScenarios> {
  const { shippedScenarios, readDocument } = await import('../../scenario/files.ts')
  return Promise.all(
    shippedScenarios().map(async ({ name, file }) => {
      const { value } = await readDocument(file)
      const { about } = (value ?? {}) as { about?: unknown }
      return { name, about: typeof about === 'string' ? about.trim() : '' }
    }),
  )
}

/** Shipped scenarios. The reader, with the YAML parser, is loaded on demand. */
export const shippedLibrary: ScenarioLibrary = {
  async names() {
    const { shippedScenarios } = await import('../../scenario/files.ts')
    return shippedScenarios().map(({ name }) => name)
  },
  list: () => (listed ??= listShipped()),
  async load(source) {
    const { loadScenario } = await import('../../scenario/load.ts')
    return loadScenario(source)
  },
}

/** Page of the inspector, as built; undefined in a checkout without a build. */
export async function shippedInspector(): Promise<string | undefined> {
  const { inspectorPage } = await import('../../scenario/files.ts')
  return inspectorPage()
}
