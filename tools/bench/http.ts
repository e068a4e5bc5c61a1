import { startChild } from './harness/child.ts'
import { compare, chooseRounds, type Side } from './harness/compare.ts'
import { clients, CONNECTIONS, httpLoad } from './harness/http-load.ts'
import type { Bench, BenchOptions, Measure } from './harness/measure.ts'
import { restAnswers, type RestAnswers } from './workload/bare-answers.ts'
import { formatRequest, createsAndReads, reads, walks, type Conversation } from './workload/rest.ts'
import { benchFixture } from './workload/world.ts'

const emulator = new URL('./servers/emulator.mjs', import.meta.url)
const bare = new URL('./servers/bare-http.mjs', import.meta.url)

interface Case {
  readonly what: string
  readonly atLeast: number
  readonly conversation: (client: number, held: RestAnswers) => Conversation
}

const cases: readonly Case[] = [
  { what: 'GET a user, 1,000 of them', atLeast: 0.5, conversation: (client, { ids }) => reads(ids, client) },
  { what: 'a page of ten, on walks of 100 pages', atLeast: 0.25, conversation: walks },
  { what: 'create a record and read it', atLeast: 0.3, conversation: createsAndReads },
]

export const bench: Bench = {
  about: 'CPU of a request to a bare node:http server over ours: 50 connections, 20 callers, requests that differ.',
  async run(options) {
    const held = await restAnswers()
    const measures: Measure[] = []
    for (const each of cases) measures.push(await against(each, held, options))
    return measures
  },
}

async function against(
  { what, atLeast, conversation }: Case,
  held: RestAnswers,
  options: BenchOptions,
): Promise<Measure> {
  const start = (script: URL, argument: string) => async (): Promise<Side> => {
    const child = await startChild(script, [argument])
    const driven = clients(CONNECTIONS, (client) => {
      const ask = conversation(client, held)
      return (answer) => formatRequest(ask(answer))
    })
    return { child, load: (requests) => httpLoad(child.port, driven, requests) }
  }
  const { cpu, detail } = await compare(
    start(emulator, JSON.stringify({ fixtures: [benchFixture()] })),
    start(bare, held.file),
    chooseRounds(options),
  )
  return { what: `${what}: CPU, bare over ours`, value: cpu, unit: 'x', detail, atLeast }
}
