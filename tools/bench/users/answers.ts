import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Measure } from '../harness/measure.ts'
import { bareEnvironment, toEnd } from '../harness/processes.ts'
import { userProject } from '../harness/project.ts'
import { thirtyTests } from '../workload/asking-suites.ts'

const threeLines = `
const response = await fetch(process.env.SVC_API_URL + '/users/me', { headers: { 'X-API-Key': process.env.SVC_API_KEY } })
const { user } = await response.json()
console.log(user.name)
`

/** Rounds of twenty calls, of which twelve page and two write. A call gives some thirty experiments, so that two rounds give 1,200. */
const rounds = (count: number) => `
import { explore } from 'svc-emulator/explore'
const report = await explore(
  async ({ fetch, baseUrl, apiKey }) => {
    const ask = async (path, body) => {
      const response = await fetch(baseUrl + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(String(response.status))
      return response.json()
    }
    for (let round = 0; round < ${count}; round++) {
      for (const alias of ['me', 'ben', 'build-bot']) await ask('/users/' + alias)
      for (const alias of ['acme', 'ada-lab', 'acme']) await ask('/orgs/' + alias)
      for (const kind of ['list_sessions', 'list_executions', 'list_definitions', 'list_sessions']) await ask('/workflow/' + kind, { org_id: 'acme' })
      for (const kind of ['objects', 'events', 'graph_elements', 'objects', 'events', 'graph_elements']) await ask('/workflow/list_session_' + kind, { session_id: 'run-01' })
      for (const page of [1, 2]) await ask('/blobs/acme/weights/revisions?limit=' + page)
      for (const alias of ['one', 'two']) await ask('/workflow/create_session', { org_id: 'acme', alias: alias + round })
    }
  },
  { timeLimit: '2s' },
)
console.log(report.experiments.length)
`

/** Answers that people wait for while they work. */
export const bench: Bench = {
  about:
    'The wait for an answer: mutants of thirty vitest tests beside a start of vitest for each, and experiments of clients that have no time limit of their own.',
  async run({ quick }) {
    const folder = userProject({
      ...thirtyTests,
      'three-lines.mjs': threeLines,
      'twenty.mjs': rounds(1),
      'forty.mjs': rounds(2),
    })
    const emulator = join(folder, 'node_modules/svc-emulator/dist/cli/svc-emulator.js')
    const run = async (...words: readonly string[]) =>
      toEnd(process.execPath, [emulator, ...words], { cwd: folder, env: environment(folder) })
    return [...(await mutants(run, folder, quick)), ...(await experiments(run, folder))]
  },
}

type Run = (...words: readonly string[]) => ReturnType<typeof toEnd>

const environment = (folder: string) => ({
  ...bareEnvironment,
  PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH']}`,
  CI: '1',
})

async function mutants(run: Run, folder: string, quick: boolean): Promise<Measure[]> {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const command = ['--', 'node', vitest, 'run']
  const kept = await run('mutate', ...command)
  const all = countTried(kept.output)
  // A few of them with a start for each, as a command is run that vitest cannot be kept up for.
  const only = quick ? 'user.has-name' : 'user,pagination.record'
  const started = await run('mutate', '--only', only, '--jobs', '1', ...command, '--isolate')
  const few = countTried(started.output)
  const [one, other] = [kept.milliseconds / all, started.milliseconds / few]
  return [
    {
      what: `mutate: ${all} mutants of thirty vitest tests`,
      value: kept.milliseconds / 1_000,
      unit: 's',
      atMost: 150,
      detail: `${(kept.cpu / 1_000).toFixed(1)} s of CPU`,
    },
    {
      what: 'mutate: a mutant, over one with a start of vitest',
      value: one / other,
      unit: 'x',
      detail: `${one.toFixed(0)} ms against ${other.toFixed(0)} ms; CPU ${(kept.cpu / all).toFixed(0)} ms against ${(started.cpu / few).toFixed(0)} ms`,
    },
    await firstVerdict(command, folder),
  ]
}

/** Mutants that were tried, from the score. */
function countTried(output: string): number {
  const count = Number(/ of (\d+) mutants? noticed/.exec(output)?.[1])
  if (!(count > 0)) throw new Error(`no score: ${output.slice(-1_000)}`)
  return count
}

async function experiments(run: Run, folder: string): Promise<Measure[]> {
  const explored = async (words: readonly string[]) => {
    // Findings are no failure here.
    const { milliseconds, cpu, output } = await run(
      'explore',
      '--time-limit',
      '3s',
      '--allow',
      'silent-cut',
      '--accept',
      'all.yaml',
      ...words,
    )
    return { milliseconds, cpu, count: Number(/^(\d+) experiments/m.exec(output)?.[1]) }
  }
  writeFileSync(join(folder, 'all.yaml'), accepted)
  const program = await explored(['--', 'node', 'three-lines.mjs'])
  const inProcess = async (name: string): Promise<Measure> => {
    const { milliseconds, cpu, output } = await toEnd(process.execPath, [`${name}.mjs`], {
      cwd: folder,
      env: environment(folder),
    })
    return {
      what: `explore: ${Number(output)} experiments of a function of ${name} calls, time limit 2 s`,
      value: milliseconds / 1_000,
      unit: 's',
      atMost: 5,
      detail: `${(cpu / 1_000).toFixed(1)} s of CPU`,
    }
  }
  return [
    {
      what: `explore: ${program.count} experiments of a program of three lines, time limit 3 s`,
      value: program.milliseconds / 1_000,
      unit: 's',
      atMost: 6,
      detail: `${(program.cpu / 1_000).toFixed(1)} s of CPU`,
    },
    await inProcess('twenty'),
    await inProcess('forty'),
  ]
}

/** Findings of the program, which are no failure of the benchmark. */
const accepted = ['hung', 'crashed', 'wrong-output', 'leaked-secret']
  .flatMap((verdict) =>
    ['network', 'refusal', 'change', 'paging', 'order', 'unspecified'].map(
      (group) => `${verdict} ${group}: it is naive`,
    ),
  )
  .join('\n')

/** Waits until a terminal shows the first verdict on a mutant. */
async function firstVerdict(command: readonly string[], folder: string): Promise<Measure> {
  const words = ['node', 'node_modules/svc-emulator/dist/cli/svc-emulator.js', 'mutate', ...command]
  const milliseconds = await untilShown(words, folder, /(?<!\d)[1-9]\d* of \d+ mutants/)
  return {
    what: 'mutate: the first verdict on a mutant, on a terminal',
    value: milliseconds / 1_000,
    unit: 's',
    atMost: 5,
  }
}

/** Real milliseconds until a command has shown a text on a terminal. It is ended then. */
function untilShown(words: readonly string[], folder: string, text: RegExp): Promise<number> {
  const started = performance.now()
  const child = spawn('script', ['--quiet', '--flush', '--command', words.join(' '), '/dev/null'], {
    cwd: folder,
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  let shown = ''
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`it ended after ${shown.slice(-1_000)}`)))
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      shown += more
      if (!text.test(shown)) return
      resolve(performance.now() - started)
      process.kill(-child.pid!, 'SIGINT')
    })
  })
}
