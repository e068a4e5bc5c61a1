import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AssumptionId,
  type ClauseId,
  type Emulator,
  type EmulatorOptions,
  createEmulator,
} from '../../emulator/index.ts'
import { wrongAnswers } from './answers.ts'
import { Commands } from './commands.ts'
import type { Api } from './api.ts'

/** Requirements of a case beyond requests. A transport without them names the reason and skips the case. */
export type Need = 'socket' | 'streaming' | 'raw-http'

/** One statement or a few that belong together, shown through requests alone. */
export interface Case {
  readonly name: string
  /** Clauses that the case exercises: checked against the world's coverage when it has run. */
  readonly clauses: readonly ClauseId[]
  readonly assumptions?: readonly AssumptionId[]
  readonly fixtures?: EmulatorOptions['fixtures']
  readonly settings?: EmulatorOptions['settings']
  readonly needs?: readonly Need[]
  run(api: Api, emulator: Emulator): Promise<void>
}

/** True if it is about thousands of records. */
export function isLarge({ fixtures }: Case): boolean {
  return fixtures?.includes('large' as never) === true
}

/** A case about commands: it runs twice, with every command called over HTTP and over the socket. */
export interface CommandCase extends Omit<Case, 'run'> {
  run(commands: Commands, emulator: Emulator, api: Api): Promise<void>
}

/** A way into an emulator: opens an API for a world of its own. */
export interface Transport {
  readonly name: string
  /** Features that the transport lacks, with the reason. */
  readonly lacks?: Partial<Record<Need, string>>
  setUp?(): void | Promise<void>
  tearDown?(): void | Promise<void>
  open(emulator: Emulator): Promise<{ api: Api; close(): void | Promise<void> }>
}

const bases = new Map<string, Emulator>()

/** A fresh world for each case: a fork, in constant time. */
export function freshEmulator({ fixtures, settings }: Case): Emulator {
  const key = JSON.stringify([fixtures, settings])
  let base = bases.get(key)
  if (base === undefined) {
    base = createEmulator({ ...(fixtures && { fixtures }), ...(settings && { settings }) })
    bases.set(key, base)
  }
  return base.fork()
}

/** Runs every case through a transport. Returns the ids exercised so far, filled as the cases run. */
export function runConformance(
  transport: Transport,
  topics: Readonly<Record<string, readonly Case[]>>,
): Map<string, number> {
  const exercised = new Map<string, number>()
  describe(`conformance through ${transport.name}`, () => {
    beforeAll(() => transport.setUp?.())
    afterAll(() => transport.tearDown?.())
    for (const [topic, cases] of Object.entries(topics)) {
      describe(topic, () => {
        for (const each of cases) runCase(transport, each, exercised)
      })
    }
  })
  return exercised
}

function runCase(transport: Transport, each: Case, exercised: Map<string, number>): void {
  const missing = each.needs?.find((need) => transport.lacks?.[need] !== undefined)
  if (missing !== undefined) {
    it.skip(`${each.name} (${transport.name} lacks ${missing}: ${transport.lacks![missing]})`, () => {})
    return
  }
  it(each.name, async () => {
    const emulator = freshEmulator(each)
    const { api, close } = await transport.open(emulator)
    try {
      await each.run(api, emulator)
    } finally {
      await close()
    }
    expect(wrongAnswers(emulator), 'answers that are not what their unit says it returns').toEqual([])
    const { clauses, assumptions } = emulator.coverage()
    const counted = [...clauses.items, ...assumptions.items].filter((item) => item.count > 0)
    for (const { id, count } of counted) exercised.set(id, (exercised.get(id) ?? 0) + count)
    const ids = new Set(counted.map((item) => item.id))
    expect(
      [...each.clauses, ...(each.assumptions ?? [])].filter((id) => !ids.has(id)),
      'clauses that the case names but did not exercise',
    ).toEqual([])
  })
}

/** One case for each way in which its commands can be called. */
export function bothWays(cases: readonly CommandCase[]): Case[] {
  return cases.flatMap((each) =>
    (['http', 'socket'] as const).map((way): Case => ({
      ...each,
      name: `${each.name} (commands over ${way === 'http' ? 'HTTP' : 'the socket'})`,
      needs: way === 'socket' ? [...(each.needs ?? []), 'socket'] : (each.needs ?? []),
      async run(api, emulator) {
        const commands = new Commands(api, way)
        try {
          await each.run(commands, emulator, api)
        } finally {
          await commands.close()
        }
      },
    })),
  )
}
