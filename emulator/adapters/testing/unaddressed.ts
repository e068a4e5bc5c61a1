import { escapedAnswer, recordEscape } from '../../host/escape.ts'
import type { Instance } from '../../host/instance.ts'
import type { Site } from '../../host/site.ts'
import type { WireResponse } from '../../engine/kernel/wire.ts'

/**
 * Refuses requests without a world in their address: a test answered from another world could pass by mistake. Since
 * the test that sent it is unknown, it counts as an escape of every running test.
 */
export function refuseUnaddressed(site: Site<Instance>, main: Instance): void {
  site.unaddressed = (world, { method, url, headers }): WireResponse | undefined => {
    if (world !== main) return undefined
    const path = url.replace(/[?#].*$/s, '')
    const message = `${method} ${path} names no world: expected a path below /w/<world>/v1, as in api.baseUrl. A path that begins with a slash replaces that part of a URL: append it to api.baseUrl.`
    const answers = Array.from(site.worlds(), ([, instance]) =>
      recordEscape(instance, { via: 'http', method, url, headers }, message),
    )
    return answers[0] ?? escapedAnswer(message)
  }
}
