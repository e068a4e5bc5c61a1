import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Report } from '../../scenario/reports/report.ts'
import { checkBegun } from '../check/check.ts'
import { reportCheck } from '../check/check-report.ts'
import { baseEmulator, keyFor } from '../engine/base-emulator.ts'
import { beginClient, type Begun } from '../engine/begun.ts'
import { Deadline } from '../engine/deadline.ts'
import { now } from '../engine/real-time.ts'
import { exploreBegun } from '../explore/explore.ts'
import { reportExploration } from '../explore/explore-report.ts'
import type { ExploreOptions } from '../explore/options.ts'
import { askLeans } from '../leans/ask-leans.ts'
import { reportLeans } from '../leans/leans-report.ts'
import { functionSubject, type Run } from './function.ts'
import { remember } from './remember.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-remember-'))
  writeFileSync(join(folder, 'client.mjs'), 'as it is')
})
afterEach(() => rmSync(folder, { recursive: true }))

const command = { program: ['node', 'client.mjs'], key: undefined, home: undefined, start: {}, timeLimit: undefined }

let runs = 0
/** Believes any answer, and repeats a call that is refused. */
async function client({ fetch, baseUrl, apiKey }: Run): Promise<string> {
  runs++
  const get = () => fetch(`${baseUrl}/users/me`, { headers: { 'X-API-Key': apiKey } })
  const first = await get()
  const body = (await (first.ok ? first : await get()).json()) as { user?: { name: string } }
  return body.user?.name ?? 'nobody'
}

const explore = async (begun: Begun, options: ExploreOptions, savesFindings = false): Promise<Report> => {
  const only = ['refusal', 'lost-answer']
  const { report } = await exploreBegun(begun.inWorld!, { only, ...options }, { memory: begun.memory, savesFindings })
  // Of the experiments that were run.
  return reportExploration({ ...report, clauses: {} })
}

const questions: Readonly<Record<string, (begun: Begun) => Promise<Report>>> = {
  explore: (begun) => explore(begun, {}),
  async leans(begun) {
    const { lean, changes } = await askLeans(begun, undefined)
    return reportLeans(lean, changes)
  },
  check: async (begun) =>
    reportCheck(
      await checkBegun(
        {
          ...command,
          timeLimit: 1_000,
          jobs: 1,
          accept: { explore: [], questions: [], mutate: [] },
          formatRerun: () => '',
          // The least key is asked of a program alone.
          around: {
            env: {},
            serve: () => Promise.reject(new EmulatorError('no server')),
            stop: new AbortController().signal,
          },
          live: { begin() {}, tried() {} },
          onCase() {},
          begun,
        },
        now() + 1_000_000,
      ).then((report) => ({ ...report, asked: [] })),
    ),
}

/** Asks a question with the report of the time before, and writes its own. */
async function ask(question: string, asks = questions[question]!) {
  const last = join(folder, 'last.json')
  const since = hasReport ? last : undefined
  const { memory, addTo } = await remember({ ...command, question, folder, since, own: [last] })
  const base = baseEmulator({})
  const deadline = new Deadline(undefined, undefined)
  const begun = await beginClient(functionSubject(client, keyFor(base, undefined)), base, {
    deadline,
    timeLimit: undefined,
  })
  runs = 0
  const report = await asks({ ...begun, memory })
  const written = (await addTo(report)).document as Record<string, unknown>
  writeFileSync(last, JSON.stringify(written))
  hasReport = true
  const { since: counted, restsOn: _, ...document } = written
  return { runs, since: counted, document, findings: report.findings?.length }
}
let hasReport = false
beforeEach(() => void (hasReport = false))

describe('--since', () => {
  it.each(Object.keys(questions))(
    '%s keeps what an earlier report says, and asks again after a change',
    async (name) => {
      const first = await ask(name)
      expect(first.runs).toBeGreaterThan(3)
      const again = await ask(name)
      expect(again.document).toEqual(first.document)
      expect(again.runs).toBeLessThan(first.runs)
      const { experiments = [] } = first.document as { experiments?: { end: string }[] }
      expect(again.since).toMatchObject({ asked: experiments.filter(({ end }) => end === 'hung').length })
      writeFileSync(join(folder, 'client.mjs'), 'otherwise')
      const changed = await ask(name)
      expect(changed).toMatchObject({ runs: first.runs, since: { kept: 0, changes: ['client.mjs changed'] } })
    },
  )

  it('explore runs again what it needs the calls of: one experiment, second faults, and findings to save', async () => {
    const { findings, document } = await ask('explore')
    const { experiments } = document as { experiments: { id: string; verdict: string }[] }
    const rejected = experiments.filter(({ verdict }) => !['survived', 'reported'].includes(verdict))
    expect(findings).toBeGreaterThan(0)
    expect(await ask('explore', (begun) => explore(begun, {}, true))).toMatchObject({
      since: { asked: rejected.length },
    })
    const one = (begun: Begun) => explore(begun, { case: rejected[0]!.id })
    expect(await ask('explore', one)).toMatchObject({ runs: 1, since: { kept: 0, asked: 1 } })
  })
})
