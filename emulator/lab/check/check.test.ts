import { expect, it } from 'vitest'
import { ask } from '../../../tests/helpers/ask.ts'
import { alternatives } from '../../contract/variants.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { baseEmulator, keyFor } from '../engine/base-emulator.ts'
import { beginClient } from '../engine/begun.ts'
import { Deadline } from '../engine/deadline.ts'
import { now } from '../engine/real-time.ts'
import { faultModel } from '../explore/fault-model.ts'
import { functionSubject, type Run } from '../subjects/function.ts'
import { checkBegun } from './check.ts'

/** Reads one page, and takes it for the whole listing. */
async function readOnePage(run: Run): Promise<number> {
  const page = await ask(run, 'POST', '/workflow/list_session_objects', { session_id: 'run-01' })
  return (page as unknown as { objects: unknown[] }).objects.length
}

it('names a fault that is a documented failure and a rule of an open question once', async () => {
  const base = baseEmulator({})
  const deadline = new Deadline(undefined, undefined)
  const begun = await beginClient(functionSubject(readOnePage, keyFor(base, undefined)), base, {
    deadline,
    timeLimit: undefined,
  })
  const { findings, questions } = await checkBegun(
    {
      program: ['node', 'client.mjs'],
      start: {},
      key: undefined,
      home: undefined,
      timeLimit: 1_000,
      jobs: 1,
      accept: { explore: [], questions: [], mutate: [] },
      formatRerun: (_, id) => id,
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
  )
  expect(questions!.filter(({ matters }) => matters).map(({ alternative }) => alternative)).toContain('A-349/1')
  expect(findings.map(({ again }) => again)).toContain('page-sizes:of-one')
  expect(findings.filter(({ id }) => /^A-(?:32|349)\//.test(id))).toEqual([])
})

it('knows the settings of each alternative that explore tries', () => {
  const tried = faultModel.flatMap((fault) => fault.alternatives ?? [])
  const rules = alternatives.filter(({ id }) => tried.includes(id)).map(({ by }) => by)
  expect(rules).toHaveLength(tried.length)
  expect(rules).toEqual(
    expect.arrayContaining(
      [{ empty_pages: true }, { trailing_page: false }, { unpaginated_from: 'newest' }].map((settings) => ({
        mutator: 'settings',
        settings,
      })),
    ),
  )
})
