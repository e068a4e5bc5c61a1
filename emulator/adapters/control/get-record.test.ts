import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it('finds a record by id and by alias', async () => {
  const control = controlOf()
  const { body } = await control.get('/state/orgs/acme')
  expect(body.record).toMatchObject({ alias: 'acme', visibility: 'public' })
  expect((await control.get(`/state/orgs/${body.record.id}`)).body).toEqual(body)
})

it('shows binary content as base64', async () => {
  const control = controlOf()
  const revision = control.emulator.world.revisions.list()[0]!
  const { id } = control.emulator.world.models.insert({ revision_id: revision.id, data: new Uint8Array([1, 2, 3]) })
  expect((await control.get(`/state/models/${id}`)).body.record.data).toEqual({ base64: 'AQID' })
})

it('names the table and the record that there is not', async () => {
  expect(await controlOf().get('/state/orgs/nothing')).toMatchObject({
    status: 404,
    body: { error: 'record_not_found', message: "The table 'orgs' holds no record 'nothing'." },
  })
})

it('takes an id as the world answers it under vary (A-76)', async () => {
  for (let seed = 1; seed <= 6; seed++) {
    const control = controlOf({ seed, settings: { unspecified: 'vary' } })
    const { api_keys: keys } = (await (
      await control.emulator.fetch('http://emulator/v1/api-keys/target/org/acme', {
        headers: { 'x-api-key': 'svc-key-ada-admin' },
      })
    ).json()) as { api_keys: { id: string }[] }
    expect((await control.get(`/state/api_keys/${keys[0]!.id}`)).body.record).toMatchObject({ target: 'org' })
  }
})
