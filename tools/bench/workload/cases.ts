import { startChild } from '../harness/child.ts'
import type { Side, Start } from '../harness/compare.ts'
import { clients, CONNECTIONS, httpLoad } from '../harness/http-load.ts'
import type { RestAnswers } from './bare-answers.ts'
import { createsAndReads, formatRequest, reads, walks, type Conversation } from './rest.ts'
import { benchFixture } from './world.ts'

/** Requests that differ, by what they are. */
export const cases: Readonly<Record<string, (client: number, held: RestAnswers) => Conversation>> = {
  'GET a user, 1,000 of them': (client, { ids }) => reads(ids, client),
  'create a record and read it': createsAndReads,
  'a page of ten, on walks of 100 pages': walks,
}

const emulator = new URL('../servers/emulator.mjs', import.meta.url)
const bare = new URL('../servers/bare-http.mjs', import.meta.url)

/** Starts the emulator that is built below a folder, and clients that ask it. */
export function startEmulator(root: string, conversation: (client: number) => Conversation): Start {
  return () => startLoaded(emulator, [JSON.stringify({ fixtures: [benchFixture()] }), root], conversation)
}

/** Starts the bare server, and clients that ask it. */
export function startBare({ file }: RestAnswers, conversation: (client: number) => Conversation): Start {
  return () => startLoaded(bare, [file], conversation)
}

async function startLoaded(
  script: URL,
  args: readonly string[],
  conversation: (client: number) => Conversation,
): Promise<Side> {
  const child = await startChild(script, args)
  const driven = clients(CONNECTIONS, (client) => {
    const ask = conversation(client)
    return (answer) => formatRequest(ask(answer))
  })
  return { child, load: (requests) => httpLoad(child.port, driven, requests) }
}
