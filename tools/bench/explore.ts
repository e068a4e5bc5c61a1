import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { programSubject } from '../../cli/svc-emulator/explore/program-subject.ts'
import { baseEmulator, explore, exploreSubject, firstAdminKey } from '../../emulator/lab/explore/explore.ts'
import { runProgram } from '../../emulator/scenario/run/spawned.ts'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import { median, type Bench, type Measure } from './harness/measure.ts'
import { toEnd } from './harness/processes.ts'
import { aTurn, cpuOfAsync, turns } from './harness/turns.ts'
import { asksAll, pages } from './workload/asks-all.ts'

/** Reads of a program. */
const paths = [
  '/users/me',
  '/users/me/orgs',
  '/orgs/acme',
  '/orgs/ada-lab',
  '/orgs/acme/blobs',
  '/orgs/ada-lab/blobs',
  '/members/target/org/acme',
  '/api-keys/target/org/acme',
  '/blobs/acme/weights',
  '/blobs/acme/notes',
]

export const bench: Bench = {
  about:
    'One experiment in process over the subject alone through emulator.fetch (CPU), and a hundred experiments of a program over its own time on as many cores.',
  async run({ quick }) {
    return [await inProcess(quick ? 2 : 9), await inFreshProcess(quick ? 1 : 9), await ofPrograms(quick ? 1 : 3)]
  },
}

async function inProcess(rounds: number): Promise<Measure> {
  const base = baseEmulator({})
  const apiKey = firstAdminKey(base)
  const alone = async () => {
    await asksAll({ fetch: base.fork().fetch, baseUrl: 'http://emulator.test/v1', apiKey })
    await aTurn()
  }
  let runs = 0
  const explored = async () => {
    const { experiments } = await explore(asksAll, { only: ['refusal'] })
    // Two runs without a fault come first.
    runs = experiments.length + 2
  }
  await explored()
  const { ratio, first, second } = await turns(
    rounds,
    () => cpuOfAsync(runs, alone),
    async () => (await cpuOfAsync(1, explored)) / runs,
  )
  return {
    what: `an experiment of ${pages.length} pages in process, over the subject alone`,
    value: ratio,
    unit: 'x',
    atMost: 1.5,
    detail: `${Math.round(second)} us, alone ${Math.round(first)} us`,
  }
}

const once = new URL('./workload/explored-once.ts', import.meta.url).pathname

/** As a file of tests or a command explores: once in a process, which compiles both sides while it runs them. */
async function inFreshProcess(rounds: number): Promise<Measure> {
  const costOf = async (...args: string[]): Promise<{ runs: number; each: number }> =>
    JSON.parse((await toEnd(process.execPath, ['--import', 'tsx', once, ...args])).output) as {
      runs: number
      each: number
    }
  const sides: { explored: number; alone: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const { runs, each: explored } = await costOf('explored')
    sides.push({ explored, alone: (await costOf('alone', String(runs))).each })
  }
  const [explored, alone] = [median(sides.map((side) => side.explored)), median(sides.map((side) => side.alone))]
  return {
    what: 'the same in the first exploration of a process',
    value: median(sides.map((side) => side.explored / side.alone)),
    unit: 'x',
    detail: `${Math.round(explored)} us, alone ${Math.round(alone)} us`,
  }
}

const source = `const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
for (const path of ${JSON.stringify(paths)}) console.log((await (await fetch(url + path, { headers: { 'X-API-Key': key } })).json()).status)
`

async function ofPrograms(rounds: number): Promise<Measure> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-explore-'))
  const file = join(folder, 'client.mjs')
  writeFileSync(file, source)
  const base = baseEmulator({})
  const server = await startServer({ emulator: base })
  try {
    const words = [process.execPath, file]
    const times = { ours: [] as number[], own: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const { took, experiments } = await exploredOver(server, words)
      times.ours.push(took / experiments)
      times.own.push((await ranOver(server, words, experiments)) / experiments)
    }
    const [ours, own] = [median(times.ours), median(times.own)]
    return {
      what: 'a hundred experiments of a program, over its own time on the cores',
      value: ours / own,
      unit: 'x',
      atMost: 1.15,
      detail: `${ours.toFixed(1)} ms each, alone ${own.toFixed(1)} ms`,
    }
  } finally {
    await server.close()
    rmSync(folder, { recursive: true })
  }
}

const env = { PATH: process.env['PATH'] }
const jobs = availableParallelism()

async function exploredOver(
  server: RunningServer,
  words: readonly string[],
): Promise<{ took: number; experiments: number }> {
  const base = server.emulator
  const subject = programSubject({
    words,
    server,
    apiKey: firstAdminKey(base),
    env,
    cwd: process.cwd(),
    home: undefined,
  })
  const began = performance.now()
  const { report } = await exploreSubject(subject, base, { only: ['refusal', 'gateway'] }, { jobs })
  return { took: performance.now() - began, experiments: report.experiments.length }
}

/** The program as often, on all cores, against the same server. */
async function ranOver(server: RunningServer, words: readonly string[], times: number): Promise<number> {
  const began = performance.now()
  let left = times
  const work = async () => {
    while (left-- > 0) {
      const { exit } = await runProgram({
        words,
        cwd: process.cwd(),
        stdin: '',
        timeout: 60_000,
        terminal: undefined,
        killAfter: undefined,
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: tmpdir(),
          SVC_API_URL: server.url,
          SVC_API_KEY: firstAdminKey(server.emulator),
        },
      })
      if (exit !== 0) throw new Error(`the client ended with ${exit}`)
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return performance.now() - began
}
