import { escapedAnswer, recordEscape } from '../../host/escape.ts'
import type { Instance } from '../../host/instance.ts'
import type { Site } from '../../host/site.ts'
import type { WireResponse } from '../../engine/kernel/wire.ts'

/**
 * Refuses requests to a site of tests that name no world: answered from any other than that of its test, a test would be green by mistake.
 * Whose request it is cannot be told, so it counts as an escape of every test that runs.
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
