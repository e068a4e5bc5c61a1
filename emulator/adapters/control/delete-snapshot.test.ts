import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it('forgets a snapshot and no other', async () => {
  const control = controlOf()
  await control.post('/snapshots', { name: 'here' })
  await control.post('/snapshots', { name: 'there' })
  expect(await control.delete('/snapshots/here')).toMatchObject({ status: 200, body: { deleted: 'here' } })
  expect((await control.get('/snapshots')).body.snapshots).toMatchObject([{ name: 'there' }])
  expect((await control.delete('/snapshots/here')).status).toBe(404)
})

it('names the snapshot that was probably meant', async () => {
  const control = controlOf()
  await control.post('/snapshots', { name: 'before' })
  expect((await control.delete('/snapshots/befor')).body.message).toBe(
    "There is no snapshot 'befor', did you mean 'before'?",
  )
})
