import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it('lists the worlds beside the main one, from any of them', async () => {
  const control = controlOf()
  expect((await control.get('/worlds')).body).toEqual({ worlds: [] })
  const created = [(await control.post('/worlds')).body, (await control.post('/worlds')).body]
  expect((await control.get('/worlds')).body).toEqual({ worlds: created })
  expect((await control.world('w2').get('/worlds')).body).toEqual({ worlds: created })
})
