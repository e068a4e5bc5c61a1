import { expect, it, vi } from 'vitest'
import type { Emulator } from '../../host/emulator.ts'
import { controlApi } from '../../host/control-api/control-api.ts'
import { controlOf } from '../../../tests/helpers/control.ts'

/** Bodies that most calls refuse: of another type, with unknown fields, with values of another type. */
const bodies = [
  [],
  'text',
  null,
  7,
  {},
  { unknown: 1 },
  { '': 1, '.': 2, 'a b': 3 },
  {
    when: [],
    do: {},
    from: {},
    match: [],
    changes: [],
    advance: [],
    set: {},
    name: {},
    document: [],
    tables: [],
    seed: {},
  },
  { document: { scenario: 1, name: 'x', steps: [{ http: 'GET' }] }, match: { '': 1 }, when: { '': 1 } },
  { svc_emulator_state: 1, tables: [] },
]

it('each refusal begins with a word: a field as it was sent, or a sentence', async () => {
  const { emulator } = controlOf()
  const told = new Set<string>()
  for (const { method, path } of controlApi)
    for (const body of method === 'GET' || method === 'DELETE' ? [undefined] : bodies) {
      const url = `http://x/__emulator${path.replace(':table', 'orgs').replace(/:\w+/g, '1')}?after=x&unknown=1`
      for (const address of [url, url.replace(/\?.*/, '')]) {
        const init = { method, headers: { 'content-type': 'application/json' } }
        const request = new Request(address, body === undefined ? init : { ...init, body: JSON.stringify(body) })
        const response = await emulator.fetch(request)
        if (response.status >= 400) told.add(((await response.json()) as { message: string }).message)
      }
    }
  expect(told.size).toBeGreaterThan(50)
  expect([...told].filter((message) => !/^[A-Za-z[]/.test(message))).toEqual([])
})

it('says of a defect how to report it', async () => {
  const { emulator } = controlOf()
  const broken = vi.spyOn(Object.getPrototypeOf(emulator) as Emulator, 'coverage').mockImplementation(() => {
    throw new TypeError('x')
  })
  const response = await emulator.fetch('http://x/__emulator/coverage')
  broken.mockRestore()
  expect([response.status, await response.json()]).toEqual([
    500,
    {
      error: 'internal_error',
      message:
        'This is a defect of the emulator: TypeError: x. Please report it: `npx svc-emulator doctor` prints what a report needs, ' +
        "GET /__emulator/bundle (in process emulator.fetch('/__emulator/bundle')) gives the run as a file.",
    },
  ])
})
