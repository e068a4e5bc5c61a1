import { expect, it } from 'vitest'
import { loadScenario, replay } from '../../scenario/index.ts'
import { controlOf } from '../../../tests/helpers/control.ts'

it('answers what happened in one file', async () => {
  const control = controlOf({ trace: true })
  await control.api('POST', '/blobs/acme', { alias: 'logs', type: 'text' })
  const { status, body } = await control.get('/bundle?name=My%20test&problem=It%20failed.')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    bundle: 1,
    scenario: { name: 'my-test', about: 'My test' },
    result: { ok: false, problems: ['It failed.'] },
    trace: [{ entry: 1 }],
  })
  expect((await replay(await loadScenario(body))).ok).toBe(true)
})

it('without a journal there is nothing to hold', async () => {
  expect(await controlOf({ journal: false }).get('/bundle')).toMatchObject({
    status: 409,
    body: { error: 'journal_off' },
  })
})
