import { parseChaos } from '../engine/triggers/chaos.ts'
import type { TriggerInput } from '../engine/triggers/triggers.ts'
import type { StartOptions } from './create-world.ts'

/**
 * Triggers of the options `delay`, `rateLimit` and `chaos`. The limit comes first: a refused request is delayed, too.
 */
export function optionTriggers({ delay, rateLimit, chaos, scenario }: StartOptions): TriggerInput[] {
  return [
    ...(rateLimit === undefined ? [] : [limit(rateLimit)]),
    ...(delay === undefined
      ? []
      : [
          { name: 'delay', optional: true, when: { endpoint: '*' }, do: { delay } } as const,
          { name: 'delay-socket', optional: true, when: { command: '*', via: 'socket' }, do: { delay } } as const,
        ]),
    ...chaosTriggers(chaos ?? scenario?.scenario.chaos),
  ]
}

function chaosTriggers(given: StartOptions['chaos']): TriggerInput[] {
  if (given === undefined) return []
  const chaos = typeof given === 'string' ? parseChaos(given)! : given
  return [
    { name: 'chaos', optional: true, when: { endpoint: '*' }, do: { chaos } },
    { name: 'chaos-socket', optional: true, when: { command: '*', via: 'socket' }, do: { chaos } },
  ]
}

function limit(rate: string): TriggerInput {
  const message = `The rate limit of ${rate} is reached. Wait as long as Retry-After says.`
  return {
    name: 'rate-limit',
    optional: true,
    when: { endpoint: '*', above: rate },
    do: { fail: { status: 429, body: { status: 'failure', error: 'rate_limited', message } } },
  }
}
